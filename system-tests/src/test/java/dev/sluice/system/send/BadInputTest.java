package dev.sluice.system.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.model.DeadLetterHeaders;
import dev.sluice.model.Names;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.system.schema.StackRecords;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What others write that cannot be done, through a running sender: it arrives whole among the dead letters with the reason and
 * its origin, and the requests around it are sent as if it were not there.
 */
class BadInputTest {
    private static final String TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    /** Stands in every content; no header may quote it. */
    private static final String CONTENT = "confidential";

    private static final int LIMIT = 512 * 1024;

    @TempDir
    static Path dir;

    private static SendStack stack;
    private static RunningSender sender;

    @BeforeAll
    static void start() throws Exception {
        stack = new SendStack(dir);
        sender = stack.sender("only");
    }

    @AfterAll
    static void stop() {
        sender.stop();
        StackRecords.assertAsPromised(
                stack.servers(), new Names(""), List.of(Topics.DEAD_LETTERS, Topics.OUTCOMES, Topics.LANES));
        stack.close();
    }

    /** B is the bot; {@code before} is a request that has been sent. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', maxCharsPerColumn = 10_000, textBlock = """
            not_json            | confidential
            not_json            | {"request_id":"x","sender":"telegram:B","text":"confidential"
            not_json            | ''
            invalid_field       | [["confidential"]]
            missing_field       | {"sender":"telegram:B","method":"sendMessage","params":{"text":"confidential"}}
            missing_field       | {"request_id":"x","sender":"telegram:B","params":{"text":"confidential"}}
            missing_field       | {"request_id":"x","sender":"telegram:B","method":"sendMessage"}
            invalid_field       | {"request_id":"","sender":"telegram:B","method":"sendMessage","params":{}}
            invalid_field       | {"request_id":"x\\u0000confidential","sender":"telegram:B","method":"sendMessage","params":{}}
            invalid_field       | {"request_id":7,"sender":"telegram:B","method":"sendMessage","params":{}}
            invalid_field       | {"request_id":"x","sender":"confidential:B","method":"sendMessage","params":{}}
            invalid_field       | {"request_id":"x","sender":"telegram:B","method":"send/confidential","params":{}}
            invalid_field       | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":{},"priority":"confidential"}
            invalid_field       | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":{},"max_attempts":0}
            invalid_field       | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":{},"not_before":"confidential"}
            invalid_params      | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":["confidential"]}
            invalid_params      | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":{"text":"a","text":"confidential"}}
            invalid_params      | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":{"chat_id":{"confidential":1}}}
            request_id_conflict | {"request_id":"before","sender":"telegram:B","method":"sendMessage","params":{"chat_id":1,"text":"confidential"}}
            expired_on_arrival  | {"request_id":"x","sender":"telegram:B","method":"sendMessage","params":{"text":"confidential"},"expires_at":"2020-01-01T00:00:00Z"}
            misrouted           | {"request_id":"x","method":"sendMessage","params":{"text":"confidential"}}
            method_forbidden    | {"request_id":"x","sender":"telegram:B","method":"GETUPDATES","params":{"text":"confidential"}}
            method_forbidden    | {"request_id":"x","sender":"telegram:B","method":"deleteWebhook","params":{}}
            needs_upload        | {"request_id":"x","sender":"telegram:B","method":"sendPhoto","params":{"photo":"attach://confidential"}}
            """)
    void aRequest(String reason, String json) {
        refused(Topics.REQUESTS, reason, json.getBytes(UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            command_invalid         | confidential
            command_invalid         | {"command":"confidential","sender":"telegram:B"}
            command_invalid         | {"command":"cancel","sender":"telegram:B","note":"confidential"}
            command_invalid         | {"command":"cancel_chat","sender":"telegram:B","chat_id":["confidential"]}
            command_invalid         | {"command":"resolve","sender":"telegram:B","request_id":"before","attempt":1,"decision":"confidential","by":"me"}
            command_unknown_request | {"command":"resolve","sender":"telegram:B","request_id":"x","attempt":1,"decision":"drop","by":"confidential"}
            command_too_late        | {"command":"cancel","sender":"telegram:B","request_id":"before","note":"confidential"}
            command_too_late        | {"command":"resolve","sender":"telegram:B","request_id":"before","attempt":1,"decision":"resend","by":"confidential"}
            misrouted               | {"command":"pause","note":"confidential"}
            """)
    void aCommand(String reason, String json) {
        refused(Topics.COMMANDS, reason, json.getBytes(UTF_8));
    }

    @Test
    void aRequestThatIsTooLarge() {
        String json = SendStack.request(1, "x", 1, ",\"cause\":\"" + CONTENT + "\"");

        refused(Topics.REQUESTS, "too_large", (json + " ".repeat(LIMIT + 1 - json.length())).getBytes(UTF_8));
    }

    @Test
    void aRequestNestedWithoutEnd() {
        refused(Topics.REQUESTS, "not_json", ("{\"params\":" + "[".repeat(LIMIT - 10)).getBytes(UTF_8));
    }

    @Test
    void bytesThatAreNoText() {
        byte[] bytes =
                "{\"request_id\":\"x\",\"sender\":\"telegram:B\",\"method\":\"sendMessage\",\"params\":{\"text\":\"?\"}}"
                        .getBytes(UTF_8);
        bytes[bytes.length - 4] = (byte) 0xff;

        refused(Topics.REQUESTS, "not_json", bytes);
    }

    @Test
    void aTombstone() {
        refused(Topics.REQUESTS, "not_json", null);
        refused(Topics.COMMANDS, "command_invalid", null);
    }

    @Test
    void aResultThatNoDispatcherWrote() {
        refused(Topics.ATTEMPT_RESULTS, "not_json", CONTENT.getBytes(UTF_8));
    }

    /** Another language's default partitioner put it elsewhere: that costs a hop, not the message. */
    @Test
    void aRequestInAnotherSendersPartitionIsSentAllTheSame() {
        long bot = stack.freshBot();

        RecordPlace place = stack.write(new ProducerRecord<>(
                Topics.REQUESTS.name(),
                elsewhere(bot),
                "any key".getBytes(UTF_8),
                SendStack.request(bot, "a", 1, "").getBytes(UTF_8)));

        stack.await(bot, "a", State.SENT);
        assertEquals(Optional.empty(), letter(place));
        assertEquals(1, stack.calls(bot).size());
    }

    @Test
    void aRequestThatLiesElsewhereAfterItWasSentHomeIsMisrouted() {
        long bot = stack.freshBot();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                Topics.REQUESTS.name(),
                elsewhere(bot),
                null,
                SendStack.request(bot, "a", 1, "").getBytes(UTF_8));
        record.headers().add("sluice_rerouted", "3".getBytes(UTF_8));

        RecordPlace place = stack.write(record);

        ConsumerRecord<byte[], byte[]> letter = await().atMost(SendStack.SOON)
                .until(() -> letter(place), Optional::isPresent)
                .orElseThrow();
        assertEquals("misrouted", DeadLetterHeaders.of(letter.headers()).reason());
        assertEquals(List.of(), stack.outcomes(bot));
    }

    private void refused(TopicSpec topic, String reason, byte @Nullable [] template) {
        // Given a request that was sent
        long bot = stack.freshBot();
        stack.message(bot, "before", 1);
        stack.await(bot, "before", State.SENT);
        byte[] value = template == null
                ? null
                : new String(template, ISO_8859_1)
                        .replace("telegram:B", "telegram:" + bot)
                        .getBytes(ISO_8859_1);
        byte[] key = ("key-" + bot).getBytes(UTF_8);
        Instant at = Instant.ofEpochMilli(System.currentTimeMillis() - 1_234);
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic.name(), SendStack.partition(Sender.telegram(bot)), at.toEpochMilli(), key, value);
        record.headers().add("traceparent", TRACE.getBytes(UTF_8));

        // When the bad one comes, and others behind it
        RecordPlace place = stack.write(record);
        stack.message(bot, "after", 2);
        stack.command(bot, "pause", "");
        stack.command(bot, "resume", "");
        stack.message(bot, "last", 3);

        // Then it stands among the dead letters as it came, and the others are sent
        ConsumerRecord<byte[], byte[]> letter = await().atMost(SendStack.SOON)
                .until(() -> letter(place), Optional::isPresent)
                .orElseThrow();
        DeadLetterHeaders why = DeadLetterHeaders.of(letter.headers());
        assertEquals(reason, why.reason());
        assertFalse(why.detail().isBlank());
        assertFalse(why.detail().contains(CONTENT), why.detail());
        assertEquals(Optional.of(place), why.origin());
        if (topic != Topics.ATTEMPT_RESULTS) {
            assertEquals(Optional.of(at), why.at());
        }
        Header trace = letter.headers().lastHeader("traceparent");
        assertEquals(TRACE, trace == null ? "none" : new String(trace.value(), UTF_8));
        assertArrayEquals(key, letter.key());
        assertArrayEquals(value, letter.value());
        stack.await(bot, "after", State.SENT);
        stack.await(bot, "last", State.SENT);
        for (String id : List.of("before", "after", "last")) {
            assertEquals(List.of("accepted", "sent"), stack.states(bot, id));
        }
        assertEquals(6, stack.outcomes(bot).size());
        // sorted: calls to different chats are open at the same time
        assertEquals(
                List.of("1", "2", "3"),
                stack.calls(bot).stream().map(LedgerCall::chatId).sorted().toList());
    }

    private static int elsewhere(long bot) {
        return (SendStack.partition(Sender.telegram(bot)) + 1) % Topics.REQUESTS.partitions();
    }

    /** The dead letter of what stood at this place. */
    private static Optional<ConsumerRecord<byte[], byte[]>> letter(RecordPlace place) {
        return stack.read(Topics.DEAD_LETTERS).stream()
                .filter(record -> DeadLetterHeaders.of(record.headers())
                        .origin()
                        .filter(place::equals)
                        .isPresent())
                .findFirst();
    }
}
