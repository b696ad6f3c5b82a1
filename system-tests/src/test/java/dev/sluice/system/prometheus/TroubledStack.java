package dev.sluice.system.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import dev.sluice.model.Partitions;
import dev.sluice.model.Topics;
import dev.sluice.system.harness.PollerProcess;
import dev.sluice.system.harness.SenderProcess;
import dev.sluice.system.harness.WholeStack;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A running Sluice in which something of each kind has happened: updates come and messages go, a bot has been told to wait and a
 * job of it has expired meanwhile, a send is unknown and one is held, a record was refused, and a service of somebody's has read
 * some updates and then stopped.
 */
final class TroubledStack implements AutoCloseable {
    /** The somebody's service. */
    static final String EXAMPLE_GROUP = "example-service";

    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int READ_BY_EXAMPLE = 20;

    private final WholeStack stack;
    private final PollerProcess poller;
    private final SenderProcess sender;
    private final List<Long> bots;

    TroubledStack(Path dir) {
        stack = WholeStack.start(dir);
        bots = stack.freshBots(4);
        poller = stack.poller("poller", bots)
                .with("sluice.metrics.lag-groups", EXAMPLE_GROUP)
                .start();
        sender = stack.sender("sender", bots).start();
        await("both are ready").atMost(SOON).until(() -> poller.isReady() && sender.isReady());
    }

    /** Their management ports by the names of their jobs. */
    Map<String, String> targets() {
        return Map.of("sluice-ingest", poller.managementAddress(), "sluice-send", sender.managementAddress());
    }

    /** Makes it all happen; returns when the services have noticed. */
    void happen() {
        stack.api().startTraffic(bots, 20, 1);
        stack.api()
                .putFaults("{\"rules\":[" + flood(bots.get(1)) + "," + lost(bots.get(2)) + "," + noWait(bots.get(3))
                        + "]}");
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.bootstrapServers()),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < 20; i++) {
                request(producer, bots.get(0), "m" + i, "");
            }
            request(producer, bots.get(1), "waits", "");
            request(producer, bots.get(2), "unknown", "");
            request(producer, bots.get(3), "held", "");
            var unused =
                    producer.send(new ProducerRecord<>(Topics.REQUESTS.name(), "no request at all".getBytes(UTF_8)));
            await("the 429")
                    .atMost(SOON)
                    .until(() -> sender.metric("sluice_outbound_floods_total").orElse(0.0) > 0);
            request(
                    producer,
                    bots.get(1),
                    "late",
                    ",\"expires_at\":\"" + Instant.now().plusSeconds(3) + "\"");
        }
        readAndStop();
        for (String metric : List.of("unknown", "held", "expired_total", "dead_letters_total")) {
            await(metric)
                    .atMost(SOON)
                    .until(() -> sender.metric("sluice_outbound_" + metric).orElse(0.0) > 0);
        }
        String lag = "kafka_consumergroup_lag{consumergroup=\"" + EXAMPLE_GROUP;
        await("the lag of the example")
                .atMost(SOON)
                .until(() -> poller.metric(lag).orElse(0.0) > 0);
    }

    private void readAndStop() {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        stack.bootstrapServers(),
                        "group.id",
                        EXAMPLE_GROUP,
                        "auto.offset.reset",
                        "earliest",
                        "isolation.level",
                        "read_committed"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(Topics.UPDATES.name()));
            int[] read = {0};
            await("updates").atMost(SOON).until(() -> {
                read[0] += consumer.poll(Duration.ofMillis(200)).count();
                return read[0] >= READ_BY_EXAMPLE;
            });
            consumer.commitSync();
        }
    }

    private static void request(KafkaProducer<byte[], byte[]> producer, long bot, String id, String more) {
        String sender = "telegram:" + bot;
        String json = "{\"request_id\":\"" + id + "\",\"sender\":\"" + sender
                + "\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":7,\"text\":\"hi\"}" + more + "}";
        var unused = producer.send(new ProducerRecord<>(
                Topics.REQUESTS.name(),
                Partitions.forSender(sender, Topics.REQUESTS.partitions()),
                sender.getBytes(UTF_8),
                json.getBytes(UTF_8)));
    }

    /** Long enough to be seen in every scrape of the test. */
    private static String flood(long bot) {
        return first(bot, 429, "\\\"parameters\\\":{\\\"retry_after\\\":600},");
    }

    private static String noWait(long bot) {
        return first(bot, 429, "");
    }

    private static String lost(long bot) {
        return "{\"match\":{\"method\":\"sendMessage\",\"bots\":[" + bot
                + "],\"nth\":1},\"do\":{\"kind\":\"drop_after_effect\"}}";
    }

    private static String first(long bot, int status, String more) {
        return "{\"match\":{\"method\":\"sendMessage\",\"bots\":[" + bot
                + "],\"nth\":1},\"do\":{\"kind\":\"answer\",\"status\":" + status
                + ",\"body\":\"{\\\"ok\\\":false,\\\"error_code\\\":" + status + "," + more
                + "\\\"description\\\":\\\"x\\\"}\"}}";
    }

    @Override
    public void close() {
        sender.close();
        poller.close();
        stack.close();
    }
}
