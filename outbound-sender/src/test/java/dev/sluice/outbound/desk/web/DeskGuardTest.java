package dev.sluice.outbound.desk.web;

import static dev.sluice.outbound.desk.web.DeskRig.body;
import static dev.sluice.outbound.desk.web.DeskRig.status;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every row of the guard, over real sockets. */
class DeskGuardTest {
    private static final String AUTHORISED = "Authorization: Bearer " + DeskRig.TOKEN;
    private static final String JSON = "Content-Type: application/json";
    private static final String PAUSE = "{\"command\":\"pause\",\"sender\":\"telegram:110001\"}";

    private final DeskRig desk = new DeskRig(true);

    @AfterEach
    void close() {
        desk.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/lanes",
                "/api/reviews",
                "/api/reviews/telegram:110001/a",
                "/api/review?sender=telegram:110001&request_id=a",
                "/api/outcomes",
                "/api/events"
            })
    void nothingIsKnownWithoutTheToken(String path) throws IOException {
        for (String header : List.of(
                "X-Nothing: 1",
                "Authorization: Bearer",
                "Authorization: Bearer wrong",
                "Authorization: Bearer " + DeskRig.TOKEN + "x",
                "Authorization: Bearer " + DeskRig.TOKEN.substring(1),
                "Authorization: Basic " + DeskRig.TOKEN,
                "Cookie: token=" + DeskRig.TOKEN)) {
            String answer = desk.get(path, header);

            assertEquals(401, status(answer), header);
            assertTrue(body(answer).startsWith("{\"error\":\"unauthorized\""), answer);
            assertTrue(answer.contains("WWW-Authenticate: Bearer"), answer);
            assertFalse(answer.contains(DeskRig.TOKEN), "the token is not repeated");
        }
        assertEquals(401, status(desk.get(path + (path.contains("?") ? "&" : "?") + "token=" + DeskRig.TOKEN)));
    }

    @Test
    void nothingIsDoneWithoutTheToken() throws IOException {
        assertEquals(401, status(desk.post(PAUSE, JSON)));
        assertEquals(401, status(desk.post(PAUSE, JSON, "Authorization: Bearer wrong")));
        assertEquals(List.of(), desk.stored);
        assertEquals(202, status(desk.post(PAUSE, JSON, AUTHORISED)));
        assertEquals(202, status(desk.post(PAUSE, JSON, "authorization: bearer  " + DeskRig.TOKEN)));
    }

    @Test
    void thePageAndWhetherItNeedsATokenAreNoSecret() throws IOException {
        String session = desk.get("/api/session");

        assertEquals(200, status(session));
        assertEquals("{\"token_required\":true,\"version\":\"0.1 (commit abc)\",\"instance\":\"test\"}", body(session));
    }

    @ParameterizedTest
    @CsvSource({
        "evil.example.org, 403",
        "evil.example.org:8400, 403",
        "0.0.0.0, 403",
        "desk.example.org, 200",
        "127.0.0.1, 200",
        "[::1]:8400, 200",
    })
    void answersToItsNamesOnly(String host, int status) throws IOException {
        for (String path : List.of("/api/lanes", "/api/session")) {
            String answer = desk.get(path, "Host: " + host, AUTHORISED);

            assertEquals(status, status(answer), answer);
            assertTrue(status == 200 || body(answer).startsWith("{\"error\":\"host\""), answer);
        }
        assertEquals(status == 403 ? 403 : 404, status(desk.get("/none.js", "Host: " + host)));
    }

    @ParameterizedTest
    @CsvSource({
        "Origin: http://evil.example.org, 403",
        "Origin: null, 403",
        "Origin: http://localhost:1, 403",
        "Origin: http://localhost.evil.example.org, 403",
        "Sec-Fetch-Site: cross-site, 403",
        "Sec-Fetch-Site: same-site, 403",
        "Sec-Fetch-Site: same-origin, 0",
        "Sec-Fetch-Site: none, 0",
    })
    void isAskedByItsOwnPageOnly(String header, int status) throws IOException {
        String get = desk.get("/api/lanes", AUTHORISED, header);
        String post = desk.post(PAUSE, JSON, AUTHORISED, header);

        assertEquals(status == 0 ? 200 : status, status(get), get);
        assertEquals(status == 0 ? 202 : status, status(post), post);
        assertEquals(status == 0, desk.stored.size() > 0);
        assertTrue(status == 0 || body(post).startsWith("{\"error\":\"origin\""), post);
        assertFalse(post.toLowerCase(Locale.ROOT).contains("access-control"), "no word of CORS");
    }

    @Test
    void itsOwnOriginIsThatOfTheHostByEitherScheme() throws IOException {
        String own = "http://localhost:" + desk.port.port();
        assertEquals(202, status(desk.post(PAUSE, JSON, AUTHORISED, "Origin: " + own)));
        String[] behindProxy = {"Host: desk.example.org", "Origin: https://desk.example.org", JSON, AUTHORISED};
        assertEquals(202, status(desk.post(PAUSE, behindProxy)));
        String[] foldedPort = {"Host: desk.example.org:443", "Origin: https://desk.example.org", JSON, AUTHORISED};
        assertEquals(202, status(desk.post(PAUSE, foldedPort)));
    }

    @ParameterizedTest
    @CsvSource({
        "text/plain, 415",
        "application/x-www-form-urlencoded, 415",
        "multipart/form-data; boundary=x, 415",
        "application/jsonx, 415",
        "'', 415",
        "application/json; charset=utf-16, 415",
        "application/json;charset=UTF-8, 202",
        "Application/JSON, 202",
    })
    void takesJsonOnly(String type, int status) throws IOException {
        String answer = desk.post(PAUSE, AUTHORISED, "Content-Type: " + type);

        assertEquals(status, status(answer), answer);
        assertEquals(status == 202, desk.stored.size() > 0);
    }

    @Test
    void takesNothingCompressedOrWithoutAType() throws IOException {
        assertEquals(415, status(desk.post(PAUSE, AUTHORISED)));
        assertEquals(415, status(desk.post(PAUSE, AUTHORISED, JSON, "Content-Encoding: gzip")));
        assertEquals(List.of(), desk.stored);
    }

    @Test
    void everyAnswerIsGuarded() throws IOException {
        for (String answer : List.of(
                desk.get("/api/lanes", AUTHORISED),
                desk.get("/api/lanes"),
                desk.get("/api/session", "Host: evil.example.org"),
                desk.get("/nothing"),
                desk.get("/nothing.html"),
                desk.get("/api/nothing"),
                desk.post("{", JSON, AUTHORISED),
                RawClient.exchange(desk.port.port(), "PUT /api/lanes HTTP/1.1\r\n" + desk.head() + "\r\n"),
                RawClient.exchange(desk.port.port(), "GET /api/lanes HTTP/1.1\r\n\r\n"),
                RawClient.exchange(desk.port.port(), "nonsense\r\n\r\n"),
                desk.get("/" + "x".repeat(20_000)),
                desk.get("/api/lanes", "X-Large: " + "x".repeat(20_000)))) {
            for (String header : List.of(
                    "Content-Security-Policy: default-src 'none'; script-src 'self'",
                    "frame-ancestors 'none'",
                    "X-Content-Type-Options: nosniff",
                    "Referrer-Policy: no-referrer",
                    "Cross-Origin-Opener-Policy: same-origin",
                    "Cross-Origin-Resource-Policy: same-origin",
                    "Cache-Control: no-store")) {
                assertTrue(answer.contains(header), () -> header + " in " + answer);
            }
            assertFalse(answer.contains("Set-Cookie"), answer);
            assertFalse(answer.contains("Server:"), answer);
            assertTrue(body(answer).startsWith("{\""), answer);
        }
    }
}
