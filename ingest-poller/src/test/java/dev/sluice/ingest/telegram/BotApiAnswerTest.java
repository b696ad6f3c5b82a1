package dev.sluice.ingest.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.testserver.RawServer;
import java.io.IOException;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BotApiAnswerTest extends BotApiFixture {

    @Test
    void handsOverABatch() throws Exception {
        RawServer server = server((request, out) ->
                RawServer.respond(out, 200, "{\"ok\":true,\"result\":[{\"update_id\":5},{\"x\":1}]}"));

        PollResult.Batch result = assertInstanceOf(PollResult.Batch.class, poll(api(server), request()));

        assertEquals(5, result.batch().updates().get(0).updateId());
        assertEquals("update_id_missing", result.batch().rejected().get(0).reason());
        assertEquals(NOW, result.receivedAt());
        assertFalse(result.elapsed().isNegative());
        assertEquals(0, budget.usedBytes(), "too small to count");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            409 | {"ok":false,"error_code":409,"description":"Conflict: terminated"} | Conflict[description=Conflict: terminated]
            401 | {"ok":false,"error_code":401,"description":"Unauthorized"}         | Unauthorized[httpStatus=401]
            404 | {"ok":false,"error_code":404,"description":"Not Found"}            | Unauthorized[httpStatus=404]
            421 | {"ok":false,"description":"Misdirected Request"}                   | Unauthorized[httpStatus=421]
            400 | {"ok":false,"error_code":400,"description":"Logged out"}           | Unauthorized[httpStatus=400]
            400 | {"ok":false,"description":"Bad Request: Logged out"}               | ServerError[httpStatus=400, detail=Bad Request: Logged out]
            403 | {"ok":false,"description":"Forbidden"}                             | ServerError[httpStatus=403, detail=Forbidden]
            500 | {"ok":false,"description":"Internal Server Error: restart"}        | ServerError[httpStatus=500, detail=Internal Server Error: restart]
            502 | <html><h1>502 Bad Gateway</h1></html>                              | ServerError[httpStatus=502, detail=<html><h1>502 Bad Gateway</h1></html>]
            504 | ''                                                                 | ServerError[httpStatus=504, detail=]
            503 | {"ok":false,"descr                                                 | ServerError[httpStatus=503, detail={"ok":false,"descr]
            409 | <html>                                                             | Conflict[description=<html>]
            413 | ''                                                                 | ServerError[httpStatus=413, detail=]
            200 | {"ok":false,"error_code":502,"description":"Bad Gateway"}          | ServerError[httpStatus=200, detail=ok:false: Bad Gateway]
            200 | <html>hello</html>                                                 | Unreadable[detail=no JSON: <html>hello</html>]
            200 | ''                                                                 | Unreadable[detail=an empty body]
            206 | {"ok":true}                                                        | Unreadable[detail=ok without a result array]
            """)
    @Tag("A19")
    void classifiesByStatusFirst(int status, String body, String expected) throws Exception {
        RawServer server = server((request, out) -> RawServer.respond(out, status, body));

        assertEquals(expected, poll(api(server), request()).toString());
        assertEquals(1, server.requests().size(), "sent again");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"ok":false,"parameters":{"retry_after":5}}                              | 5
            {"parameters":{"x":[1,{}],"retry_after":0},"description":"retry after 9"} | 0
            {"ok":false,"parameters":{"retry_after":1209600}}                        | 1209600
            {"ok":false,"description":"Too Many Requests: retry after 7"}            | -1
            {"ok":false,"parameters":{"retry_after":"5"}}                            | -1
            {"ok":false,"parameters":{"retry_after":5.0}}                            | -1
            {"ok":false,"parameters":{"retry_after":-5}}                             | -1
            {"ok":false,"parameters":{"retry_after":99999999999999999999}}           | -1
            {"ok":false,"parameters":null}                                           | -1
            {"ok":false,"retry_after":5}                                             | -1
            {"ok":false,"result":{"parameters":{"retry_after":5}}}                   | -1
            <html>429</html>                                                         | -1
            """)
    @Tag("R73")
    @Tag("R85")
    void readsTheWaitFromTheStructureOnly(String body, long expected) throws Exception {
        // Given an answer that also has a header to be ignored
        RawServer server = server((request, out) -> RawServer.write(
                out, "HTTP/1.1 429 X\r\nRetry-After: 77\r\nContent-Length: " + body.length() + "\r\n\r\n" + body));

        PollResult.Flood flood = assertInstanceOf(PollResult.Flood.class, poll(api(server), request()));

        assertEquals(expected < 0 ? OptionalLong.empty() : OptionalLong.of(expected), flood.retryAfterSeconds());
    }

    @Test
    @Tag("R23")
    @Tag("E1")
    void keepsTokensAndControlCharactersOutOfDetails() throws Exception {
        String page = "<html>\r\n\u001b[31mno such page /bot" + TOKEN_TEXT + "/getUpdates\u0000\n" + "x".repeat(9_000);
        RawServer server = server((request, out) -> RawServer.respond(out, 502, page));

        PollResult.ServerError result = assertInstanceOf(PollResult.ServerError.class, poll(api(server), request()));

        assertFalse(result.detail().contains("SIMULATED"), result.detail());
        assertTrue(result.detail().length() <= 201, result.detail());
        assertTrue(result.detail().chars().noneMatch(Character::isISOControl), result.detail());
    }

    @Test
    @Tag("A19")
    void takesNothingFromAnAnswerCutShort() throws Exception {
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"ok\":true,\"result\":[");
            throw new IOException("cut");
        });

        assertInstanceOf(PollResult.Unreadable.class, poll(api(server), request()));
    }

    @Test
    @Tag("A19")
    void keepsTheStatusOfAnErrorCutShort() throws Exception {
        RawServer server = server((request, out) -> {
            RawServer.write(out, "HTTP/1.1 409 X\r\nContent-Length: 500\r\n\r\n{\"ok\":false,");
            throw new IOException("cut");
        });

        assertInstanceOf(PollResult.Conflict.class, poll(api(server), request()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void readsAFullAnswer(boolean chunked) throws Exception {
        // Given 4 MiB in 100 updates
        String body = body(100, 42_000);
        RawServer server = server((request, out) -> {
            if (chunked) {
                RawServer.write(
                        out,
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(body.length())
                                + "\r\n" + body + "\r\n0\r\n\r\n");
            } else {
                RawServer.respond(out, 200, body);
            }
        });

        // When
        PollResult.Batch result = assertInstanceOf(PollResult.Batch.class, poll(api(server), request()));

        // Then
        assertEquals(100, result.batch().updates().size());
        assertTrue(budget.usedBytes() >= body.length() && budget.usedBytes() <= ResponseBody.MAX_BYTES);
        result.lease().release();
        assertEquals(0, budget.usedBytes());
    }
}
