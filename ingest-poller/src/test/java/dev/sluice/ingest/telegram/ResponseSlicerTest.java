package dev.sluice.ingest.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseSlicerTest {

    @Test
    @Tag("R24")
    @Tag("A12")
    void cutsElementsByteForByte() throws Exception {
        // Given elements with odd spacing, wide characters, braces in text, large numbers and an unknown kind
        List<String> elements = List.of(
                "{ \"update_id\" : 7 ,\"message\":{\"chat\":{\"id\":-1001234567890123},\"text\":\"}]\\\"ü€😀\"}}",
                "{\"new_kind\":{\"n\":9007199254740993,\"f\":1.10E+2},\"update_id\":8}",
                "{\"update_id\":9}");

        // When
        UpdateBatch batch = slice("{\"ok\":true,\"result\":[ " + String.join(" ,\n", elements) + " ]}")
                .batch();

        // Then
        assertEquals(
                elements,
                batch.updates().stream().map(u -> text(batch.copyOf(u))).toList());
        assertEquals(
                List.of(7, 8, 9),
                batch.updates().stream().map(SlicedUpdate::updateId).toList());
        assertEquals("new_kind", batch.updates().get(1).facts().kind());
        assertTrue(batch.rejected().isEmpty());
    }

    @Test
    @Tag("A10")
    void keepsTheNeighboursOfAnUnusableElement() throws Exception {
        // Given every sort of element that is no update, between two that are
        List<String> bad = List.of(
                "{\"message\":{}}",
                "{\"update_id\":8102.0}",
                "{\"update_id\":\"8\"}",
                "{\"update_id\":-1}",
                "{\"update_id\":2147483647}",
                "{\"update_id\":1,\"update_id\":1}",
                "\"te\\u0078t, with ]\"",
                "12.50",
                "-3",
                "null",
                "true",
                "[{\"update_id\":5},[]]");

        // When
        UpdateBatch batch = slice("{\"ok\":true,\"result\":[{\"update_id\":1}," + String.join(" , ", bad)
                        + ",{\"update_id\":2147483646}]}")
                .batch();

        // Then
        assertEquals(
                bad, batch.rejected().stream().map(e -> text(batch.copyOf(e))).toList());
        assertEquals(
                List.of(
                        "update_id_missing",
                        "update_id_not_integer",
                        "update_id_not_integer",
                        "update_id_out_of_range",
                        "update_id_out_of_range",
                        "update_id_twice",
                        "not_an_object",
                        "not_an_object",
                        "not_an_object",
                        "not_an_object",
                        "not_an_object",
                        "not_an_object"),
                batch.rejected().stream().map(RejectedElement::reason).toList());
        assertEquals(
                List.of(1, 2147483646),
                batch.updates().stream().map(SlicedUpdate::updateId).toList());
    }

    @Test
    void doesNotDependOnTheOrderOfKeys() throws Exception {
        ResponseSlicer.Answer answer =
                slice("{\"x\":[1],\"result\":[{\"update_id\":3}],\"description\":\"d\",\"ok\":true}");

        assertTrue(answer.ok());
        assertEquals(1, answer.batch().updates().size());
    }

    @Test
    void seesAnEmptyResult() throws Exception {
        UpdateBatch batch = slice(" {\"ok\":true,\"result\":[]} \n").batch();

        assertTrue(batch.updates().isEmpty() && batch.rejected().isEmpty());
    }

    @Test
    @Tag("A19")
    void seesOkFalse() throws Exception {
        ResponseSlicer.Answer answer =
                slice("{\"ok\":false,\"error_code\":500,\"description\":\"Internal Server Error\"}");

        assertFalse(answer.ok());
        assertEquals("Internal Server Error", answer.description());
    }

    @ParameterizedTest
    @Tag("A19")
    @ValueSource(
            strings = {
                "",
                "   ",
                "null",
                "[]",
                "\ufeff{\"ok\":true,\"result\":[]}",
                "<html><body>502 Bad Gateway</body></html>",
                "{}",
                "{\"ok\":true}",
                "{\"ok\":true,\"result\":{}}",
                "{\"ok\":true,\"result\":true}",
                "{\"result\":[]}",
                "{\"ok\":true,\"result\":[],\"result\":[]}",
                "{\"ok\":true,\"result\":[{\"update_id\":1}",
                "{\"ok\":true,\"result\":[{\"update_id\":1}]",
                "{\"ok\":true,\"result\":[{\"update_id\":1},]}",
                "{\"ok\":true,\"result\":[{\"update_id\":1}{\"update_id\":2}]}",
                "{\"ok\":true,\"result\":[{\"update_id\":1,\"a\":tru}]}",
                "{\"ok\":true,\"result\":[{\"update_id\":1,\"a\":\"\u0001\"}]}",
                "{\"ok\":true,\"result\":[{\"update_id\":01}]}",
                "{\"ok\":true,\"result\":[]} x",
                "{\"ok\":true,\"result\":[]}{}"
            })
    void takesNothingFromWhatIsNoAnswer(String body) {
        assertThrows(UnreadableException.class, () -> slice(body));
    }

    @Test
    void takesNothingFromOtherEncodings() {
        byte[] utf16 = "{\"ok\":true,\"result\":[{\"update_id\":1}]}".getBytes(StandardCharsets.UTF_16LE);

        assertThrows(UnreadableException.class, () -> ResponseSlicer.slice(utf16, utf16.length));
    }

    @Test
    void takesNothingFromBrokenUtf8() {
        byte[] body = "{\"ok\":true,\"result\":[{\"update_id\":1,\"a\":\"?\"}]}".getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < body.length; i++) {
            if (body[i] == '?') {
                body[i] = (byte) 0xff;
            }
        }

        assertThrows(UnreadableException.class, () -> ResponseSlicer.slice(body, body.length));
    }

    @Test
    void looksNoFurtherThanTheBodyIsLong() throws Exception {
        byte[] body = "{\"ok\":true,\"result\":[]}garbage".getBytes(StandardCharsets.US_ASCII);

        assertTrue(ResponseSlicer.slice(body, body.length - "garbage".length()).ok());
    }

    @Test
    @Tag("A12")
    void takesDeepNestingAndLongNumbers() throws Exception {
        String deep = "{\"update_id\":1,\"x\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
        String longNumber = "{\"update_id\":2,\"x\":" + "9".repeat(200_000) + "}";

        UpdateBatch batch = slice("{\"ok\":true,\"result\":[" + deep + "," + longNumber + "]}")
                .batch();

        assertEquals(
                List.of(deep, longNumber),
                batch.updates().stream().map(u -> text(batch.copyOf(u))).toList());
    }

    @Test
    void doesNotQuoteWhatPeopleWrote() {
        UnreadableException e = assertThrows(
                UnreadableException.class,
                () -> slice("{\"ok\":true,\"result\":[{\"update_id\":1,\"text\":\"a private word\",,}]}"));

        assertFalse(String.valueOf(e.getMessage()).contains("private"));
        assertTrue(String.valueOf(e.getMessage()).contains("at byte"));
    }

    private static ResponseSlicer.Answer slice(String json) throws UnreadableException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return ResponseSlicer.slice(body, body.length);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
