package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;

import dev.sluice.model.Attempt;
import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.contract.MethodWeights;
import dev.sluice.outbound.contract.TelegramChannel;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.GateRecordCodec;
import dev.sluice.runtime.secret.Secret;
import dev.sluice.testserver.RawServer;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A dispatcher between Kafka's mock clients and a server on bare sockets. */
final class DispatchRig implements AutoCloseable, Credentials {
    /** As many as the tests hand out; a sender's grants may come in any of them. */
    static final int PARTITIONS = 2;

    static final DispatchSettings SETTINGS =
            new DispatchSettings(50, 20, Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofSeconds(60), false);

    final ScriptedConsumer consumer = new ScriptedConsumer();
    final MockProducer<byte[], byte[]> producer;
    final RawServer server;
    final Dispatcher dispatcher;
    final Set<Sender> withoutToken = ConcurrentHashMap.newKeySet();

    private volatile Map<Sender, Secret> known = Map.of();

    /** Added to both clocks: a process that stood still. */
    final AtomicLong stoodStillNanos = new AtomicLong();

    DispatchRig(RawServer.Handler handler) throws IOException {
        this(SETTINGS, true, handler);
    }

    DispatchRig(DispatchSettings settings, boolean storesAtOnce, RawServer.Handler handler) throws IOException {
        this(settings, storesAtOnce, 100, handler);
    }

    DispatchRig(DispatchSettings settings, boolean storesAtOnce, int connections, RawServer.Handler handler)
            throws IOException {
        server = new RawServer(handler);
        producer = new MockProducer<>(storesAtOnce, null, new ByteArraySerializer(), new ByteArraySerializer());
        Channels channels = new Channels(List.of(new TelegramChannel(sender -> MethodWeights.DEFAULT)));
        dispatcher = new Dispatcher(
                new Dispatcher.Surroundings(
                        ScriptedConsumer.TOPIC,
                        "outbound.attempt-results",
                        () -> consumer,
                        () -> producer,
                        channels,
                        Map.of(Sender.Channel.TELEGRAM, server.url()),
                        this,
                        PARTITIONS,
                        DispatchMetrics.NONE),
                settings,
                new HttpSender(HttpSettings.of(Duration.ofSeconds(10), Duration.ofSeconds(4), connections)),
                new Clocks(
                        () -> Instant.now().plusNanos(stoodStillNanos.get()),
                        () -> System.nanoTime() + stoodStillNanos.get()));
        Map<TopicPartition, Long> zero = Map.of(ScriptedConsumer.partition(0), 0L, ScriptedConsumer.partition(1), 0L);
        consumer.updateBeginningOffsets(zero);
        consumer.updateEndOffsets(zero);
    }

    @Override
    public Optional<Secret> of(Sender sender) {
        return withoutToken.contains(sender) ? Optional.empty() : Optional.of(token(sender, ""));
    }

    @Override
    public Map<Sender, Secret> all() {
        return known;
    }

    /** A dispatcher's look at the tokens finds these, and by {@link #of} others too. */
    void tokens(String suffix, Sender... senders) {
        Map<Sender, Secret> all = new HashMap<>();
        for (Sender sender : senders) {
            all.put(sender, token(sender, suffix));
        }
        known = all;
    }

    private static Secret token(Sender sender, String suffix) {
        return Secret.of(sender.account() + ":SIMULATED-token-of-bot-" + sender.account() + "-xxxxxx" + suffix);
    }

    DispatchRig start() {
        dispatcher.start();
        return this;
    }

    /** Assigns the partition, waits until it is open, and tells its epoch. */
    String open(int partition) throws InterruptedException {
        consumer.hand(List.of(ScriptedConsumer.partition(partition)));
        return opened(partition).epoch();
    }

    /** Waits until the partition is opened for the n-th time. */
    GateRecord.Opened opened(int partition, int times) {
        await().until(() -> of(partition, GateRecord.Opened.class).size() >= times);
        return of(partition, GateRecord.Opened.class).get(times - 1);
    }

    GateRecord.Opened opened(int partition) {
        await().until(() -> !of(partition, GateRecord.Opened.class).isEmpty());
        List<GateRecord.Opened> all = of(partition, GateRecord.Opened.class);
        return all.get(all.size() - 1);
    }

    void grant(int partition, long firstOffset, Attempt... attempts) throws InterruptedException {
        consumer.add(partition, firstOffset, List.of(attempts));
    }

    /** What was sent to the topic, beats apart, in order. */
    List<GateRecord> told() {
        List<GateRecord> told = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> some : producer.history()) {
            GateRecord decoded = GateRecordCodec.decode(some.value());
            if (!(decoded instanceof GateRecord.Beat)) {
                told.add(decoded);
            }
        }
        return told;
    }

    <T extends GateRecord> List<T> told(Class<T> kind) {
        return told().stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    <T extends GateRecord> List<T> awaitTold(Class<T> kind, int count) {
        await().until(() -> told(kind).size() >= count);
        return told(kind);
    }

    private <T extends GateRecord> List<T> of(int partition, Class<T> kind) {
        Predicate<ProducerRecord<byte[], byte[]>> there = some -> some.partition() == partition;
        return producer.history().stream()
                .filter(there)
                .map(some -> GateRecordCodec.decode(some.value()))
                .filter(kind::isInstance)
                .map(kind::cast)
                .toList();
    }

    List<GateRecord.Beat> beats(int partition) {
        return of(partition, GateRecord.Beat.class);
    }

    @Override
    public void close() throws IOException {
        server.close();
        var unused = dispatcher.drain(Duration.ofSeconds(2));
    }
}
