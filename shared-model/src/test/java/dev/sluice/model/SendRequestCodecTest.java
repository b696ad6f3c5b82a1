package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.InvalidRecordException.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendRequestCodecTest {

    private static final String GOLDEN = "{\"request_id\":\"reply-8103\",\"sender\":\"telegram:123456\","
            + "\"method\":\"sendMessage\",\"params\":{\"chat_id\":42,\"text\":\"hi\"},\"priority\":\"reply\","
            + "\"not_before\":null,\"expires_at\":null,\"max_attempts\":5,\"on_unknown\":\"hold\","
            + "\"cause\":\"123456:8103\"}";

    @Test
    @Tag("R90")
    void readsAndWritesTheDesignsExample() {
        SendRequest request = decode(GOLDEN);

        assertEquals(
                new SendRequest(
                        "reply-8103",
                        Sender.telegram(123456),
                        "sendMessage",
                        Params.of("{\"chat_id\":42,\"text\":\"hi\"}"),
                        Priority.REPLY,
                        Optional.empty(),
                        Optional.empty(),
                        5,
                        OnUnknown.HOLD,
                        Optional.of("123456:8103")),
                request);
        assertEquals(GOLDEN, new String(SendRequestCodec.encode(request), StandardCharsets.UTF_8));
    }

    @Test
    void needsFourFieldsOnly() {
        SendRequest request =
                decode("{\"params\":{},\"method\":\"getMe\",\"sender\":\"unifyport:acc_8c21d0\",\"x\":[1],"
                        + "\"request_id\":\"r\",\"priority\":null}");

        assertEquals(
                SendRequest.of("r", new Sender(Sender.Channel.UNIFYPORT, "acc_8c21d0"), "getMe", Params.of("{}")),
                request);
    }

    @ParameterizedTest
    @Tag("R91")
    @ValueSource(
            strings = {
                "{ \"chat_id\" : 42 ,\n\t\"text\":\"\\u0068i \\/ é 😀\" }",
                "{\"text\":\"a\",\"n\":1.0,\"big\":12345678901234567890123,\"e\":1E400,\"chat_id\":\"@Foo\"}",
                "{}",
                "{\"a\":{\"a\":{\"a\":[{},[],\"}\"]}}}"
            })
    void keepsTheBytesOfParams(String params) {
        String json = "{ \"request_id\":\"r\", \"params\" :  " + params
                + "  , \"sender\":\"telegram:1\", \"method\":\"sendMessage\"}";

        SendRequest request = decode(json);
        SendRequest again = SendRequestCodec.decode(SendRequestCodec.encode(request));

        assertArrayEquals(utf8(params), request.params().json().toBytes());
        assertArrayEquals(utf8(params), again.params().json().toBytes());
        assertEquals(request, again);
    }

    @Test
    void readsTheOptionalFields() {
        SendRequest request =
                decode(GOLDEN.replace("\"not_before\":null", "\"not_before\":\"2026-11-30T10:00:00+02:00\"")
                        .replace("\"expires_at\":null", "\"expires_at\":\"2026-11-30T09:00:00.123456789Z\"")
                        .replace("\"priority\":\"reply\"", "\"priority\":\"bulk\"")
                        .replace("\"on_unknown\":\"hold\"", "\"on_unknown\":\"resend\"")
                        .replace("\"max_attempts\":5", "\"max_attempts\":1"));

        assertEquals(Optional.of(Instant.parse("2026-11-30T08:00:00Z")), request.notBefore());
        assertEquals(Optional.of(Instant.parse("2026-11-30T09:00:00.123456789Z")), request.expiresAt());
        assertEquals(Priority.BULK, request.priority());
        assertEquals(OnUnknown.RESEND, request.onUnknown());
        assertEquals(1, request.maxAttempts());
        assertEquals(request, SendRequestCodec.decode(SendRequestCodec.encode(request)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"reply-8103\"        | null            | MISSING_FIELD | request_id: missing",
                "\"reply-8103\"        | 8103            | INVALID_FIELD | request_id: not a text",
                "\"reply-8103\"        | \"\"            | INVALID_FIELD | request_id: not 1 to 200 characters",
                "\"reply-8103\"        | \"a\\nb\"       | INVALID_FIELD | request_id: holds a control character",
                "\"reply-8103\"        | \"\\u0085\"     | INVALID_FIELD | request_id: holds a control character",
                "\"reply-8103\"        | \"\\ud83d\"     | INVALID_FIELD | request_id: holds half of a surrogate pair",
                "\"telegram:123456\"   | null            | MISSING_FIELD | sender: missing",
                "\"telegram:123456\"   | \"telegram:1:a\" | INVALID_FIELD | sender: neither telegram:<bot_id> nor unifyport:<account_id>",
                "\"sendMessage\"       | null            | MISSING_FIELD | method: missing",
                "\"sendMessage\"       | \"send_message\" | INVALID_FIELD | method: not letters only",
                "\"sendMessage\"       | \"\"            | INVALID_FIELD | method: not letters only",
                "\"reply\"             | \"urgent\"      | INVALID_FIELD | priority: none of reply, bulk",
                "\"not_before\":null   | \"not_before\":\"tomorrow\" | INVALID_FIELD | not_before: not an RFC 3339 time",
                "\"expires_at\":null   | \"expires_at\":1764489600 | INVALID_FIELD | expires_at: not a text",
                "\"max_attempts\":5    | \"max_attempts\":0 | INVALID_FIELD | max_attempts: not within 1..2147483647",
                "\"max_attempts\":5    | \"max_attempts\":5.0 | INVALID_FIELD | max_attempts: not an integer",
                "\"hold\"              | \"retry\"       | INVALID_FIELD | on_unknown: none of hold, resend, drop",
                "\"cause\":            | \"sender\":     | INVALID_FIELD | sender: stands twice",
                "{\"chat_id\":42,\"text\":\"hi\"} | null  | MISSING_FIELD | params: missing",
                "{\"chat_id\":42,\"text\":\"hi\"} | []    | INVALID_PARAMS | params: not a JSON object",
                "{\"chat_id\":42,\"text\":\"hi\"} | \"{}\" | INVALID_PARAMS | params: not a JSON object",
                "\"text\":\"hi\"       | \"text\":1,\"text\":1 | INVALID_PARAMS | params: text: stands twice",
                "\"text\":\"hi\"       | \"chat_\\u0069d\":42 | INVALID_PARAMS | params: chat_id: stands twice",
                "\"chat_id\":42        | \"chat_id\":42.0 | INVALID_PARAMS | params: chat_id: neither integer nor text",
                "\"chat_id\":42        | \"chat_id\":null | INVALID_PARAMS | params: chat_id: neither integer nor text",
                "\"chat_id\":42        | \"chat_id\":[42] | INVALID_PARAMS | params: chat_id: neither integer nor text",
                "\"chat_id\":42        | \"chat_id\"     | NOT_JSON      | request: not JSON, near byte 96",
            })
    void namesTheFieldAndTheFault(String good, String bad, Fault fault, String message) {
        assertTrue(GOLDEN.contains(good));
        String json = GOLDEN.replace(good, bad);

        InvalidRecordException e = assertThrows(InvalidRecordException.class, () -> decode(json));

        assertEquals(message, e.getMessage());
        assertEquals(fault, e.fault());
    }

    @Test
    void takesRequestIdsOf200Characters() {
        String longest = "😀".repeat(200);

        assertEquals(longest, decode(GOLDEN.replace("reply-8103", longest)).requestId());
        assertThrows(InvalidRecordException.class, () -> decode(GOLDEN.replace("reply-8103", longest + "a")));
    }

    @Test
    void refusesMoreThan512KiB() {
        int room = SendRequest.MAX_BYTES - utf8(GOLDEN).length;

        decode(GOLDEN.replace("hi", "hi" + "x".repeat(room)));
        InvalidRecordException e = assertThrows(
                InvalidRecordException.class, () -> decode(GOLDEN.replace("hi", "hi" + "x".repeat(room + 1))));

        assertEquals(Fault.TOO_LARGE, e.fault());
        assertEquals("too_large", e.fault().word());
    }

    @Test
    @Tag("R92")
    void knowsARepeatByMethodAndBytes() {
        SendRequest request = decode(GOLDEN);

        assertTrue(
                request.sameContent(decode(GOLDEN.replace("reply\"", "bulk\"").replace("8103", "9"))));
        assertTrue(request.sameContent(decode(GOLDEN.replace("sendMessage", "SENDmessage"))));
        assertFalse(request.sameContent(decode(GOLDEN.replace("sendMessage", "sendPhoto"))));
        assertFalse(request.sameContent(decode(GOLDEN.replace("\"text\":", "\"text\": "))));
    }

    private static SendRequest decode(String json) {
        return SendRequestCodec.decode(utf8(json));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
