package dev.sluice.outbound.topology;

import static dev.sluice.outbound.topology.TopologyRig.header;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What cannot be done goes to the dead letters as it came, with the reason and its origin, and changes nothing. */
class DeadLetterTest {
    private static final String REQUEST =
            "{\"request_id\":\"a\",\"sender\":\"telegram:110001\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":42}}";

    @TempDir
    Path state;

    private TopologyRig rig;

    @BeforeEach
    void start() {
        rig = new TopologyRig(state).ready();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            not_json        | {"request_id"
            not_json        | hello
            misrouted       | {"request_id":"a","method":"sendMessage","params":{}}
            invalid_field   | {"request_id":"a","sender":"pigeon:1","method":"sendMessage","params":{}}
            invalid_field   | {"request_id":"a","sender":"unifyport:acc","method":"send","params":{}}
            missing_field   | {"sender":"telegram:110001","method":"sendMessage","params":{}}
            invalid_field   | {"request_id":"a","sender":"telegram:110001","method":"send-message","params":{}}
            invalid_field   | {"request_id":"a","sender":"telegram:110001","method":"sendMessage","params":{},"priority":"vip"}
            invalid_params  | {"request_id":"a","sender":"telegram:110001","method":"sendMessage","params":[]}
            invalid_params  | {"request_id":"a","sender":"telegram:110001","method":"sendMessage","params":{"chat_id":1,"chat_id":2}}
            invalid_params  | {"request_id":"a","sender":"telegram:110001","method":"sendMessage","params":{"chat_id":true}}
            method_forbidden| {"request_id":"a","sender":"telegram:110001","method":"GetUpdates","params":{}}
            needs_upload    | {"request_id":"a","sender":"telegram:110001","method":"sendPhoto","params":{"chat_id":1,"photo":"attach://x"}}
            expired_on_arrival | {"request_id":"a","sender":"telegram:110001","method":"sendMessage","params":{},"expires_at":"2020-01-01T00:00:00Z"}
            """)
    void aRequestThatCannotBeDone(String reason, String json) {
        rig.request(json);

        TestRecord<byte[], byte[]> letter = onlyLetter();
        assertEquals(reason, header(letter, "sluice_reason"));
        assertEquals(json, text(letter.value()));
        assertTrue(rig.outcomes().isEmpty());
        assertEquals(0, rig.stored(Nodes.JOBS));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            command_invalid         | hello
            command_invalid         | {"command":"fly","sender":"telegram:110001"}
            command_invalid         | {"command":"cancel","sender":"telegram:110001"}
            misrouted               | {"command":"pause"}
            command_unknown_request | {"command":"resolve","sender":"telegram:110001","request_id":"x","attempt":1,"decision":"drop","by":"me"}
            """)
    void aCommandThatCannotBeObeyed(String reason, String json) {
        rig.command(json);

        TestRecord<byte[], byte[]> letter = onlyLetter();
        assertEquals(reason, header(letter, "sluice_reason"));
        assertEquals("outbound.commands", header(letter, "sluice_topic"));
        assertEquals(json, text(letter.value()));
    }

    @Test
    void itSaysWhereItStood() {
        RecordHeaders headers = new RecordHeaders();
        headers.add("traceparent", "00-ab-cd-01".getBytes(StandardCharsets.UTF_8));
        headers.add("other", new byte[0]);

        rig.request("hello", headers);

        TestRecord<byte[], byte[]> letter = onlyLetter();
        assertEquals("outbound.requests", header(letter, "sluice_topic"));
        assertEquals("0", header(letter, "sluice_partition"));
        assertEquals("0", header(letter, "sluice_offset"));
        assertEquals("00-ab-cd-01", header(letter, "traceparent"));
        assertEquals(Instant.ofEpochMilli(rig.clock.wallMs()), Instant.parse(header(letter, "sluice_timestamp")));
        assertFalse(letter.headers().headers("other").iterator().hasNext());
    }

    @Test
    void aRecordWithoutValueIsNone() {
        rig.pipe(Topics.REQUESTS, null, new RecordHeaders());
        rig.pipe(Topics.COMMANDS, null, new RecordHeaders());
        rig.pipe(Topics.ATTEMPT_RESULTS, null, new RecordHeaders());

        assertEquals(3, rig.read(Topics.DEAD_LETTERS).size());
    }

    @Test
    void theSameIdWithOtherContentIsAConflictAndTheJobGoesOn() {
        rig.request(REQUEST);
        rig.request(REQUEST);
        rig.request(REQUEST.replace("42", "43"));

        TestRecord<byte[], byte[]> letter = onlyLetter();
        assertEquals("request_id_conflict", header(letter, "sluice_reason"));
        assertEquals(1, rig.outcomes().size());
        assertEquals(
                "{\"chat_id\":42}", text(rig.attempts().get(0).params().json().toBytes()));
    }

    @Test
    void aRequestOverTheLimitIsTooLarge() {
        rig.request(REQUEST.replace("42", "42,\"text\":\"" + "x".repeat(512 * 1024) + "\""));

        assertEquals("too_large", header(onlyLetter(), "sluice_reason"));
    }

    @Test
    void aRecordOfAnotherPartitionIsSentHomeOnceAndThenGivenUp() {
        try (TopologyRig two = new TopologyRig(state.resolve("two"), 2)) {
            two.ready();
            Sender elsewhere = senderOf(1);

            two.request(REQUEST.replace("telegram:110001", elsewhere.text()));

            // the driver has one partition: what is sent home arrives where it was
            TestRecord<byte[], byte[]> home = two.read(Topics.REQUESTS).get(0);
            assertEquals(elsewhere.text(), text(home.key()));
            assertEquals("0", header(home, Rerouting.REROUTED));
            assertEquals(two.clock.wallMs(), home.timestamp());
            TestRecord<byte[], byte[]> letter = two.read(Topics.DEAD_LETTERS).get(0);
            assertEquals("misrouted", header(letter, "sluice_reason"));
            assertTrue(two.outcomes().isEmpty());
        }
    }

    private static Sender senderOf(int partition) {
        for (long bot = 1; ; bot++) {
            Sender sender = Sender.telegram(bot);
            if (Partitions.forSender(sender.text(), 2) == partition) {
                return sender;
            }
        }
    }

    private TestRecord<byte[], byte[]> onlyLetter() {
        var letters = rig.read(Topics.DEAD_LETTERS);
        assertEquals(1, letters.size());
        return letters.get(0);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
