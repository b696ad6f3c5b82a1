package dev.sluice.system.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.model.Names;
import dev.sluice.model.Outcome;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Partitions;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.testbroker.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;

/**
 * A broker, the simulated Bot API and what a test writes and reads there. It stands for many tests: each takes bots of its own,
 * so that what it finds is its own doing.
 */
final class SendStack implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(60);

    private static final long FIRST_BOT = 110_001;
    private static final int BOTS = 100;

    private final Path dir;
    private final TestBroker kafka;
    private final Simulator simulator;
    private final KafkaProducer<byte[], byte[]> producer;
    private final Map<String, TopicLog> logs = new HashMap<>();
    private final Deque<Long> fresh =
            LongStream.range(FIRST_BOT, FIRST_BOT + BOTS).boxed().collect(Collectors.toCollection(ArrayDeque::new));

    SendStack(Path dir) throws Exception {
        this.dir = dir;
        kafka = TestBroker.start(Map.of());
        simulator = Simulator.builder()
                .logDirectory(dir)
                .heap("128m")
                .bots(FIRST_BOT, BOTS)
                .start();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            var unused = new TopicAdmin(admin, new Names(""), 1).create(Topics.usedByOutbound(), Map.of(), false);
        }
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.servers(), "linger.ms", 0),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** A sender of all bots, with a state directory of this name. */
    RunningSender sender(String name) {
        return RunningSender.start(Map.ofEntries(
                Map.entry("SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers()),
                Map.entry("SLUICE_TOPICS_REPLICATION_FACTOR", "1"),
                Map.entry(
                        "SLUICE_TELEGRAM_TOKENS",
                        LongStream.range(FIRST_BOT, FIRST_BOT + BOTS)
                                .mapToObj(SimulatedTokens::tokenOf)
                                .collect(Collectors.joining(","))),
                Map.entry("SLUICE_TELEGRAM_API_URL", simulator.apiUrl()),
                Map.entry("SLUICE_STATE_DIR", stateDir(name).toString()),
                Map.entry("SLUICE_MANAGEMENT_PORT", "0"),
                Map.entry("SLUICE_DESK_PORT", "0"),
                Map.entry("SLUICE_MANAGEMENT_BIND", "127.0.0.1"),
                Map.entry("SLUICE_OUTBOUND_HTTP_TIMEOUT", "5s"),
                Map.entry("SLUICE_OUTBOUND_UNSPECIFIED_FLOOD_PAUSE", "2s")));
    }

    Path stateDir(String name) {
        return dir.resolve(name);
    }

    /** A bot that nobody has used. */
    long freshBot() {
        return fresh.pop();
    }

    /** Another one in the same partition, so with the same owners. */
    long freshBotBeside(long bot) {
        long found = fresh.stream()
                .filter(each -> partition(Sender.telegram(each)) == partition(Sender.telegram(bot)))
                .findFirst()
                .orElseThrow();
        fresh.remove(found);
        return found;
    }

    /** Steers the simulated Bot API. */
    SimulatorClient api() {
        return simulator.client();
    }

    String apiUrl() {
        return simulator.apiUrl();
    }

    String servers() {
        return kafka.servers();
    }

    /** Writes a request to send a text to a chat. */
    RecordPlace message(long bot, String id, long chat) {
        return message(bot, id, chat, "");
    }

    /** @param more further fields of the request, as JSON with a comma before */
    RecordPlace message(long bot, String id, long chat, String more) {
        return write(Topics.REQUESTS, Sender.telegram(bot), request(bot, id, chat, more));
    }

    static String request(long bot, String id, long chat, String more) {
        return "{\"request_id\":\"" + id + "\",\"sender\":\"telegram:" + bot
                + "\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":" + chat + ",\"text\":\"hi\"}" + more + "}";
    }

    /** Writes a command; {@code fields} as JSON. */
    RecordPlace command(long bot, String command, String fields) {
        return write(
                Topics.COMMANDS,
                Sender.telegram(bot),
                "{\"command\":\"" + command + "\",\"sender\":\"telegram:" + bot + "\"" + fields + "}");
    }

    /** Writes a value where this sender lives, under its key. */
    RecordPlace write(TopicSpec topic, Sender sender, String value) {
        return write(new ProducerRecord<>(
                topic.name(), partition(sender), sender.text().getBytes(UTF_8), value.getBytes(UTF_8)));
    }

    RecordPlace write(ProducerRecord<byte[], byte[]> record) {
        try {
            RecordMetadata at = producer.send(record).get();
            return new RecordPlace(at.topic(), at.partition(), at.offset());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    /** The partition of a sender in every topic that is keyed by sender. */
    static int partition(Sender sender) {
        return Partitions.forSender(sender.text(), Topics.REQUESTS.partitions());
    }

    /** The sending calls of a bot, in the order of their arrival. */
    List<LedgerCall> calls(long bot) {
        try (Stream<LedgerCall> calls = api().calls(0)) {
            return calls.filter(call -> call.botId() == bot).toList();
        }
    }

    /** Those to one chat. */
    List<LedgerCall> calls(long bot, long chat) {
        return calls(bot).stream()
                .filter(call -> Long.toString(chat).equals(call.chatId()))
                .toList();
    }

    /** What is visible of a topic. */
    List<ConsumerRecord<byte[], byte[]>> read(TopicSpec topic) {
        return logs.computeIfAbsent(topic.name(), name -> new TopicLog(kafka.servers(), name))
                .read();
    }

    /** The outcomes of a bot's jobs, those of each in order. */
    List<Outcome> outcomes(long bot) {
        return read(Topics.OUTCOMES).stream()
                .map(record -> OutcomeCodec.decode(record.value()))
                .filter(outcome -> outcome.sender().equals(Sender.telegram(bot)))
                .toList();
    }

    /** The states that a job went through, as words. */
    List<String> states(long bot, String id) {
        return outcomes(bot).stream()
                .filter(outcome -> outcome.requestId().equals(id))
                .map(outcome -> outcome.state().word())
                .toList();
    }

    /** Waits until a job has reached a state, and returns what was said of it. */
    Outcome await(long bot, String id, Outcome.State state) {
        return Awaitility.await(id + " " + state.word())
                .atMost(SOON)
                .until(
                        () -> outcomes(bot).stream()
                                .filter(outcome -> outcome.requestId().equals(id) && outcome.state() == state)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    /** Waits until the API has seen so many calls of a bot. */
    void awaitCalls(long bot, int count) {
        Awaitility.await().atMost(SOON).until(() -> calls(bot).size() >= count);
    }

    @Override
    public void close() {
        List<AutoCloseable> all = new ArrayList<>(logs.values());
        all.addAll(List.of(producer, simulator, kafka));
        for (AutoCloseable each : all) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
