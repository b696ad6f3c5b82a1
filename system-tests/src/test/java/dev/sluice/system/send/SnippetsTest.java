package dev.sluice.system.send;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateFacts;
import dev.sluice.model.UpdateHeaders;
import dev.sluice.model.UpdateKey;
import dev.sluice.model.UpdateScanner;
import dev.sluice.runtime.kafka.TopicAdmin;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The programs of {@code docs/clients.md}, with a running sender behind them. Those in Java are run always, the others with
 * {@code -Psnippets}, where their languages and libraries are.
 */
class SnippetsTest {
    private static final int PARTITIONS = Topics.UPDATES.partitions();

    @TempDir
    static Path dir;

    private static SendStack stack;
    private static RunningSender sender;
    private static KafkaProducer<byte[], byte[]> poller;

    @BeforeAll
    static void start() throws Exception {
        stack = new SendStack(dir);
        try (Admin admin = admin()) {
            var unused = new TopicAdmin(admin, new Names(""), 1).create(Topics.ownedByIngest(), Map.of(), false);
        }
        sender = stack.sender("only");
        poller = new KafkaProducer<>(
                Map.of("bootstrap.servers", stack.servers(), "transactional.id", "poller"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        poller.initTransactions();
    }

    @AfterAll
    static void stop() {
        poller.close();
        sender.stop();
        stack.close();
    }

    @Test
    void javaAnswersEachUpdateOnce() throws Exception {
        answersEachUpdateOnce(Snippet.JAVA);
    }

    @Test
    void javaHearsWhatBecameOfARequest() throws Exception {
        hearsWhatBecameOfARequest(Snippet.JAVA);
    }

    @Test
    @Tag("snippets")
    void pythonAnswersEachUpdateOnce() throws Exception {
        answersEachUpdateOnce(Snippet.PYTHON);
    }

    @Test
    @Tag("snippets")
    void pythonHearsWhatBecameOfARequest() throws Exception {
        hearsWhatBecameOfARequest(Snippet.PYTHON);
    }

    @Test
    @Tag("snippets")
    void nodeAnswersEachUpdateOnce() throws Exception {
        answersEachUpdateOnce(Snippet.NODE);
    }

    @Test
    @Tag("snippets")
    void nodeHearsWhatBecameOfARequest() throws Exception {
        hearsWhatBecameOfARequest(Snippet.NODE);
    }

    private static void answersEachUpdateOnce(Snippet language) throws Exception {
        // Given: two texts, one of them stored twice, something without a text, and a text of an aborted transaction
        long bot = stack.freshBot();
        Map<String, String> environment = Map.of("KAFKA", stack.servers(), "GROUP", "answers-" + language);
        skipWhatIsThere("answers-" + language);
        store(bot, true, text(1, 41), "{\"update_id\":2,\"callback_query\":{\"id\":\"1\",\"from\":{\"id\":41}}}");
        store(bot, false, text(3, 43));
        store(bot, true, text(4, 44), text(1, 41));

        // When
        Process first = language.start(dir, environment, "answer");
        awaitCalls(language, first, bot, 2);
        stop(language, first);
        store(bot, true, text(5, 41));
        Process second = language.start(dir, environment, "answer");
        awaitCalls(language, second, bot, 3);
        stop(language, second);

        // Then
        List<ConsumerRecord<byte[], byte[]>> requests = stack.read(Topics.REQUESTS).stream()
                .filter(record -> new String(record.key(), UTF_8).equals("telegram:" + bot))
                .toList();
        assertEquals(
                new TreeSet<>(List.of("answer-" + bot + ":1", "answer-" + bot + ":4", "answer-" + bot + ":5")),
                new TreeSet<>(requests.stream()
                        .map(record -> read(record).requestId())
                        .toList()));
        assertEquals(3, requests.size(), "neither the repeat nor the restart wrote one twice");
        for (ConsumerRecord<byte[], byte[]> record : requests) {
            assertEquals(SendStack.partition(Sender.telegram(bot)), record.partition(), "where Sluice looks for it");
            assertEquals(
                    read(record).requestId(), "answer-" + read(record).cause().orElseThrow());
        }
        assertEquals(1, stack.calls(bot, 44).size());
        assertEquals(2, stack.calls(bot, 41).size());
    }

    private static void hearsWhatBecameOfARequest(Snippet language) throws Exception {
        long bot = stack.freshBot();
        String requestId = "snippet/" + language;

        Process program = language.start(
                dir, Map.of("KAFKA", stack.servers()), "send", "telegram:" + bot, "42", "h\u00e9llo", requestId);

        assertTrue(program.waitFor(90, TimeUnit.SECONDS), () -> language.said(dir, "send"));
        String said = language.said(dir, "send");
        assertEquals(0, program.exitValue(), said);
        assertTrue(said.lines().anyMatch(line -> line.matches("sent sent \\d+")), said);
        assertEquals(1, stack.calls(bot, 42).size());
        assertEquals(List.of("accepted", "sent"), stack.states(bot, requestId));
    }

    private static void awaitCalls(Snippet language, Process program, long bot, int count) {
        await().atMost(SendStack.SOON).until(() -> {
            assertTrue(program.isAlive(), () -> language.said(dir, "answer"));
            return stack.calls(bot).size() >= count;
        });
    }

    private static void stop(Snippet language, Process program) throws Exception {
        program.destroy();
        assertTrue(program.waitFor(30, TimeUnit.SECONDS), () -> language.said(dir, "answer"));
    }

    private static SendRequest read(ConsumerRecord<byte[], byte[]> record) {
        return SendRequestCodec.decode(record.value());
    }

    private static String text(int id, long chat) {
        return "{\"update_id\":" + id + ",\"message\":{\"message_id\":1,\"chat\":{\"id\":" + chat
                + ",\"type\":\"private\"},\"text\":\"hi \\ud83d\\ude00\"}}";
    }

    /** Stores updates as a poller does, in one transaction. */
    private static void store(long bot, boolean commit, String... updates) {
        poller.beginTransaction();
        for (String update : updates) {
            byte[] value = update.getBytes(UTF_8);
            UpdateFacts facts = UpdateScanner.factsOf(value);
            int id = Integer.parseInt(update.replaceAll("^\\{\"update_id\":(\\d+).*", "$1"));
            Instant now = Instant.now();
            var unused = poller.send(new ProducerRecord<>(
                    Topics.UPDATES.name(),
                    Partitions.forUpdate(facts, bot, PARTITIONS),
                    now.toEpochMilli(),
                    new UpdateKey(bot, id).bytes(),
                    value,
                    UpdateHeaders.of(bot, id, facts, now, 1)));
        }
        poller.flush();
        if (commit) {
            poller.commitTransaction();
        } else {
            poller.abortTransaction();
        }
    }

    /** Another program's updates are not this one's to answer. */
    private static void skipWhatIsThere(String group) throws Exception {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            ends.put(new TopicPartition(Topics.UPDATES.name(), partition), OffsetSpec.latest());
        }
        try (Admin admin = admin()) {
            Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
            for (Map.Entry<TopicPartition, ListOffsetsResultInfo> end :
                    admin.listOffsets(ends).all().get().entrySet()) {
                offsets.put(end.getKey(), new OffsetAndMetadata(end.getValue().offset()));
            }
            admin.alterConsumerGroupOffsets(group, offsets).all().get();
        }
    }

    private static Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", stack.servers()));
    }
}
