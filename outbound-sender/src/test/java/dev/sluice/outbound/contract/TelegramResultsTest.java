package dev.sluice.outbound.contract;

import static dev.sluice.outbound.contract.Calls.BOT;
import static dev.sluice.outbound.contract.Calls.TELEGRAM;
import static dev.sluice.outbound.contract.Calls.answer;
import static dev.sluice.outbound.contract.Calls.attempt;
import static dev.sluice.outbound.contract.Calls.classify;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.AttemptResultCodec;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** DESIGN 4, Results: every row, with its neighbours. */
class TelegramResultsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            maxCharsPerColumn = 100_000,
            value = {
                // 2xx, ok:true
                "sendMessage | 200 | {\"ok\":true,\"result\":{\"message_id\":5}} | sent | sent",
                "sendMessage | 201 | {\"ok\":true,\"result\":true}          | sent | sent",
                // 429 with and without a usable value
                "sendMessage | 429 | {\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":35}} | flood |",
                "sendMessage | 429 | {\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":2.0}} | flood |",
                "sendMessage | 429 | {\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 35\"} | held | flood_without_wait",
                "sendMessage | 429 | {\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":\"35\"}} | held | flood_without_wait",
                "sendMessage | 429 | {\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":-1}} | held | flood_without_wait",
                "sendMessage | 429 | {\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":3 | held | flood_without_wait",
                "sendMessage | 429 | {\"error_code\":429,\"parameters\":{\"retry_after\":35}} | held | flood_without_wait",
                "sendMessage | 429 | {\"ok\":true,\"result\":{}}      | held | flood_without_wait",
                "sendMessage | 429 | <html>429</html>              | held | flood_without_wait",
                "sendMessage | 429 | ``                            | held | flood_without_wait",
                // a chat that moved
                "sendMessage | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was upgraded to a supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":-1001234567890}} | migrated |",
                "sendMessage | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group chat was upgraded to a supergroup chat\",\"parameters\":{\"migrate_to_chat_id\":\"x\"}} | rejected | bad_request",
                // an edit that changes nothing, the first time
                "editMessageText | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: message is not modified: specified\"} | rejected | bad_request",
                // refused for good
                "sendMessage | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: chat not found\"} | rejected | bad_request",
                "sendMessage | 400 | {\"ok\":false,\"description\":\"Bad Request: chat not found\"} | rejected | bad_request",
                "sendMessage | 403 | {\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: bot was blocked by the user\"} | rejected | forbidden",
                "sendFoo     | 404 | {\"ok\":false,\"error_code\":404,\"description\":\"Not Found: method not found\"} | rejected | not_found",
                "sendMessage | 404 | {\"ok\":false,\"error_code\":404,\"description\":\"Not Found: chat not found\"} | rejected | not_found",
                "sendMessage | 413 | {\"ok\":false,\"error_code\":413,\"description\":\"Request Entity Too Large\"} | rejected | too_large",
                "sendMessage | 413 | ``                            | rejected | too_large",
                "sendMessage | 413 | <html>413</html>              | rejected | too_large",
                // several messages in one call
                "sendMediaGroup  | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: failed to send message #2 with the error message \\\"WEBPAGE_CURL_FAILED\\\"\"} | unknown | album_partial",
                "SENDMEDIAGROUP  | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: group send failed\"} | unknown | album_partial",
                "forwardMessages | 403 | {\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: failed to send message #1 with the error message \\\"x\\\"\"} | unknown | album_partial",
                "copyMessages    | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: Too Many Requests: retry after 8\"} | unknown | album_partial",
                "sendMediaGroup  | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: too many messages to send as an album\"} | rejected | bad_request",
                "sendMediaGroup  | 403 | {\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: bot was kicked from the group chat\"} | rejected | forbidden",
                "sendMessage     | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: failed to send message #1\"} | rejected | bad_request",
                // credentials
                "sendMessage | 401 | {\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"} | auth |",
                "sendMessage | 401 | <html>401</html>              | auth |",
                "sendMessage | 404 | {\"ok\":false,\"error_code\":404,\"description\":\"Not Found\"} | auth |",
                "sendMessage | 404 | <html>404</html>              | auth |",
                "sendMessage | 404 | ``                            | auth |",
                "sendMessage | 421 | {\"ok\":false,\"error_code\":421,\"description\":\"Misdirected Request: unallowed token specified\"} | auth |",
                "sendMessage | 400 | {\"ok\":false,\"error_code\":400,\"description\":\"Logged out\"} | auth |",
                // everything else may have been sent
                "sendMessage | 500 | {\"ok\":false,\"error_code\":500,\"description\":\"Internal Server Error: restart\"} | unknown | server_error",
                "sendMessage | 502 | <html><head><title>502 Bad Gateway</title></head></html> | unknown | server_error",
                "sendMessage | 503 | ``                            | unknown | server_error",
                "sendMessage | 504 | {\"ok\":true,\"result\":{}}      | unknown | server_error",
                "sendMessage | 200 | ``                            | unknown | unparsable",
                "sendMessage | 200 | null                          | unknown | unparsable",
                "sendMessage | 200 | <html>welcome</html>          | unknown | unparsable",
                "sendMessage | 200 | {\"ok\":true,\"result\":{\"message_id\":5} | unknown | unparsable",
                "sendMessage | 200 | {\"ok\":true,\"result\":{}}{}    | unknown | unparsable",
                "sendMessage | 200 | {\"ok\":\"true\",\"result\":{}}    | unknown | unparsable",
                "sendMessage | 200 | {\"result\":{\"message_id\":5}}    | unknown | unparsable",
                "sendMessage | 200 | {\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: chat not found\"} | unknown | unparsable",
                "sendMessage | 204 | ``                            | unknown | unparsable",
                "sendMessage | 302 | ``                            | unknown | unparsable",
                "sendMessage | 409 | {\"ok\":false,\"error_code\":409,\"description\":\"Conflict\"} | unknown | unparsable",
                "sendMessage | 415 | ``                            | unknown | unparsable",
                // a refusal that is not the API's own word, or contradicts itself
                "sendMessage | 400 | <html>400</html>              | unknown | unparsable",
                "sendMessage | 400 | {\"ok\":false,\"error_code\":400,\"descrip | unknown | unparsable",
                "sendMessage | 403 | ``                            | unknown | unparsable",
                "sendMessage | 403 | {\"ok\":true,\"result\":{}}      | unknown | unparsable",
                "sendMessage | 400 | {\"ok\":false,\"error_code\":500,\"description\":\"x\"} | unknown | unparsable",
            })
    @Tag("R118")
    @Tag("R119")
    @Tag("R120")
    @Tag("R121")
    @Tag("R122")
    @Tag("R143")
    @Tag("R147")
    void readsEveryRowOfTheTable(String method, int status, String body, String resultClass, String reason) {
        Verdict verdict = classify(method, status, body);

        assertEquals(ResultClass.valueOf(resultClass.toUpperCase(Locale.ROOT)), verdict.resultClass());
        assertEquals(
                Optional.ofNullable(reason).map(word -> Reason.valueOf(word.toUpperCase(Locale.ROOT))),
                verdict.reason());
        assertEquals(
                verdict.resultClass() == ResultClass.FLOOD,
                verdict.retryAfterSeconds().isPresent());
        assertEquals(
                verdict.resultClass() == ResultClass.MIGRATED,
                verdict.migrateTo().isPresent());
        // the gate reads the same from the stored record
        assertEquals(verdict, TELEGRAM.recall(method, stored(status, verdict), false));
    }

    @Test
    @Tag("R120")
    void keepsTheReturnedMessageByteForByte() {
        Verdict verdict =
                classify("sendMessage", 200, "{\"ok\":true, \"result\" : {\"id\":9007199254740993 ,\"é\":1.0} }");

        assertEquals(Optional.of(RawJson.of("{\"id\":9007199254740993 ,\"é\":1.0}")), verdict.message());
        assertEquals(Optional.empty(), verdict.error());
    }

    @Test
    @Tag("R133")
    void keepsTheStructuredError() {
        Verdict verdict = classify(
                "sendMessage",
                403,
                "{\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: x\",\"parameters\":{\"a\": 1}}");

        assertEquals(
                Optional.of(new SendError.Telegram(403, "Forbidden: x", Optional.of(RawJson.of("{\"a\": 1}")))),
                verdict.error());
    }

    @ParameterizedTest
    @CsvSource({"35, 35", "0, 0", "6775, 6775", "1e1, 10"})
    @Tag("R69")
    @Tag("R73")
    @Tag("R85")
    void saysHowLongToWaitInFull(String literal, long seconds) {
        Verdict verdict = classify(
                "sendMessage",
                429,
                "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 1\","
                        + "\"parameters\":{\"retry_after\":" + literal + "}}");

        assertEquals(OptionalLong.of(seconds), verdict.retryAfterSeconds());
        assertFalse(verdict.restsSender());
    }

    @Test
    @Tag("R69")
    void waitsForAFloodUnderAnotherStatusToo() {
        Verdict verdict =
                classify("sendMessage", 200, "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":35}}");

        assertEquals(ResultClass.UNKNOWN, verdict.resultClass());
        assertEquals(OptionalLong.of(35), verdict.retryAfterSeconds());
        assertEquals(verdict, TELEGRAM.recall("sendMessage", stored(200, verdict), false));
    }

    @Test
    @Tag("R73")
    @Tag("R86")
    @Tag("R87")
    void readsNoWaitFromTextOrHeader() {
        Answer answer = new Answer(
                429,
                Map.of("retry-after", "5"),
                answer(429, "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 5\"}")
                        .body(),
                true);

        Verdict verdict = TELEGRAM.classify(attempt("sendMessage", "{}"), answer);

        assertEquals(ResultClass.HELD, verdict.resultClass());
        assertEquals(OptionalLong.empty(), verdict.retryAfterSeconds());
        assertTrue(verdict.restsSender());
        assertEquals(0, TELEGRAM.answerHeaders().size());
    }

    @Test
    @Tag("R73")
    void restsAfterAnAlbumThatFailedInPartButReadsNoWaitFromIt() {
        Verdict verdict = classify(
                "sendMediaGroup",
                400,
                "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: failed to send message #1 with the "
                        + "error message \\\"Too Many Requests: retry after 8\\\"\"}");

        assertTrue(verdict.restsSender());
        assertEquals(OptionalLong.empty(), verdict.retryAfterSeconds());
    }

    @Test
    @Tag("R72")
    @Tag("R145")
    @Tag("R152")
    void knowsNothingWithoutAnAnswer() {
        AttemptResult lost = result(ResultClass.UNKNOWN, OptionalInt.empty(), Optional.empty(), Optional.empty());
        AttemptResult notSent = result(ResultClass.NOT_SENT, OptionalInt.empty(), Optional.empty(), Optional.empty());

        assertEquals(Verdict.LOST, TELEGRAM.recall("sendMessage", lost, false));
        assertEquals(Optional.of(Reason.LOST_RESPONSE), Verdict.LOST.reason());
        assertEquals(Verdict.NOT_SENT, TELEGRAM.recall("sendMessage", notSent, false));
    }

    @Test
    @Tag("R131")
    void readsNothingFromAnotherContractsError() {
        SendError error = new SendError.UnifyPort(
                "429", Optional.of(RawJson.of("429")), "retry after 5", Optional.of("{\"retry_after\":5}"));

        Verdict verdict = TELEGRAM.recall(
                "sendMessage",
                result(ResultClass.UNKNOWN, OptionalInt.of(429), Optional.empty(), Optional.of(error)),
                false);

        assertEquals(OptionalLong.empty(), verdict.retryAfterSeconds());
    }

    @ParameterizedTest
    @CsvSource({
        "editMessageText, message is not modified: specified new message content, sent, not_modified",
        "EDITMESSAGECAPTION, message is not modified, sent, not_modified",
        "stopMessageLiveLocation, message is not modified, sent, not_modified",
        "editMessageText, message to edit not found, rejected, bad_request",
        "sendMessage, message is not modified, rejected, bad_request",
        "setChatDescription, chat description is not modified, rejected, bad_request",
    })
    @Tag("R121")
    void countsAnEditThatChangesNothingAsSentAfterAnUnknown(
            String method, String description, String resultClass, String reason) {
        Verdict first = classify(
                method, 400, "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: " + description + "\"}");

        Verdict afterUnknown = TELEGRAM.recall(method, stored(400, first), true);

        assertEquals(ResultClass.REJECTED, first.resultClass());
        assertEquals(ResultClass.valueOf(resultClass.toUpperCase(Locale.ROOT)), afterUnknown.resultClass());
        assertEquals(Optional.of(Reason.valueOf(reason.toUpperCase(Locale.ROOT))), afterUnknown.reason());
    }

    /** The result as the gate reads it from its topic. */
    private static AttemptResult stored(int status, Verdict verdict) {
        return AttemptResultCodec.decode(AttemptResultCodec.encode(
                result(verdict.resultClass(), OptionalInt.of(status), verdict.message(), verdict.error())));
    }

    private static AttemptResult result(
            ResultClass resultClass, OptionalInt status, Optional<RawJson> message, Optional<SendError> error) {
        return new AttemptResult(
                7, "r1", BOT, 1, resultClass, status, OptionalLong.of(3), OptionalLong.of(1), message, error);
    }
}
