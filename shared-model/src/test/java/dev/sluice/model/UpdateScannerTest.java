package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

class UpdateScannerTest {

    @Test
    void readsIdKindAndChat() {
        ScannedUpdate scanned = Scans.scan(
                "{\"update_id\":8102,\"message\":{\"text\":\"hi\",\"from\":{\"id\":7},\"chat\":{\"id\":42}}}");

        assertEquals(OptionalInt.of(8102), scanned.updateId());
        assertEquals(new UpdateFacts("message", OptionalLong.of(42), OptionalLong.of(42)), scanned.facts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1", "8102", "999999999", "2000000000", "2147483646"})
    void takesIntegerLiteralsAsUpdateIds(String literal) {
        assertEquals(
                OptionalInt.of(Integer.parseInt(literal)),
                Scans.scan("{\"update_id\":" + literal + "}").updateId());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                            | update_id_missing",
                "{\"message\":{\"update_id\":1}}               | update_id_missing",
                "{\"update_id\":8102.0}                        | update_id_not_integer",
                "{\"update_id\":1e3}                           | update_id_not_integer",
                "{\"update_id\":\"8102\"}                      | update_id_not_integer",
                "{\"update_id\":null}                          | update_id_not_integer",
                "{\"update_id\":true}                          | update_id_not_integer",
                "{\"update_id\":[8102]}                        | update_id_not_integer",
                "{\"update_id\":{\"id\":8102}}                 | update_id_not_integer",
                "{\"update_id\":-1}                            | update_id_out_of_range",
                "{\"update_id\":-0}                            | update_id_out_of_range",
                "{\"update_id\":2147483647}                    | update_id_out_of_range",
                "{\"update_id\":9999999999}                    | update_id_out_of_range",
                "{\"update_id\":4294967301}                    | update_id_out_of_range",
                "{\"update_id\":18446744073709551621}          | update_id_out_of_range",
                "{\"update_id\":8102,\"update_id\":8102}       | update_id_twice",
                "{\"update_id\":8102,\"m\":{},\"update_id\":1} | update_id_twice",
                "{\"update_id\":8102,\"update_id\":null}       | update_id_twice",
                "[{\"update_id\":8102}]                        | not_an_object",
                "8102                                          | not_an_object",
                "\"8102\"                                      | not_an_object",
                "null                                          | not_an_object",
            })
    void saysWhyAnElementIsUnusable(String json, String reason) {
        ScannedUpdate scanned = Scans.scan(json);

        assertEquals(Optional.of(reason), scanned.unusable());
        assertEquals(OptionalInt.empty(), scanned.updateId());
    }

    @Test
    void comparesKeysAsJsonMeansThem() {
        ScannedUpdate escaped =
                Scans.scan("{\"update_i\\u0064\":8102,\"\\u006dessage\":{\"ch\\u0061t\":{\"\\u0069d\":42}}}");
        ScannedUpdate twice = Scans.scan("{\"update_id\":8102,\"update_i\\u0064\":8102}");

        assertEquals(OptionalInt.of(8102), escaped.updateId());
        assertEquals(new UpdateFacts("message", OptionalLong.of(42), OptionalLong.of(42)), escaped.facts());
        assertEquals(Optional.of("update_id_twice"), twice.unusable());
    }

    @ParameterizedTest
    @Tag("R24")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // body of K                                                        | chat | chooses the partition
                "{\"chat\":{\"id\":1},\"message\":{\"chat\":{\"id\":2}},\"from\":{\"id\":4}}       | 1    | 1",
                "{\"message\":{\"chat\":{\"id\":2}},\"chat\":{\"id\":1}}            | 1    | 1",
                "{\"user\":{\"id\":5},\"from\":{\"id\":4},\"voter_chat\":{\"id\":3},\"message\":{\"chat\":{\"id\":2}}} | 2 | 2",
                "{\"user\":{\"id\":5},\"from\":{\"id\":4},\"voter_chat\":{\"id\":3}} | 3    | 3",
                "{\"user\":{\"id\":5},\"from\":{\"id\":4}}                          |      | 4",
                "{\"user\":{\"id\":5}}                                              |      | 5",
                "{\"id\":9}                                                         |      | ",
                "{\"message\":{\"from\":{\"id\":4},\"id\":9}}                       |      | ",
                "{\"sender_chat\":{\"id\":9}}                                       |      | ",
                "{}                                                                 |      | ",
                // not present: not an integer literal that fits a long, or no object where one is expected
                "{\"chat\":{\"id\":1.0},\"from\":{\"id\":4}}                        |      | 4",
                "{\"chat\":{\"id\":1e2},\"from\":{\"id\":4}}                        |      | 4",
                "{\"chat\":{\"id\":\"1\"},\"from\":{\"id\":4}}                      |      | 4",
                "{\"chat\":{\"id\":null},\"from\":{\"id\":4}}                       |      | 4",
                "{\"chat\":{\"id\":[1]},\"from\":{\"id\":4}}                        |      | 4",
                "{\"chat\":{\"id\":{\"id\":1}},\"from\":{\"id\":4}}                 |      | 4",
                "{\"chat\":{\"id\":9223372036854775808},\"from\":{\"id\":4}}        |      | 4",
                "{\"chat\":{\"id\":-9223372036854775809},\"from\":{\"id\":4}}       |      | 4",
                "{\"chat\":[{\"id\":1}],\"from\":{\"id\":4}}                        |      | 4",
                "{\"chat\":1,\"from\":{\"id\":4}}                                   |      | 4",
                "{\"chat\":null,\"message\":[],\"voter_chat\":\"x\",\"from\":{\"id\":4}} |  | 4",
                "{\"message\":{\"chat\":[]},\"from\":{\"id\":4}}                    |      | 4",
                // the extremes of a long, and what a double cannot hold
                "{\"chat\":{\"id\":-1001234567890123}}                              | -1001234567890123 | -1001234567890123",
                "{\"chat\":{\"id\":9007199254740993}}                               | 9007199254740993 | 9007199254740993",
                "{\"chat\":{\"id\":9223372036854775807}}                            | 9223372036854775807 | 9223372036854775807",
                "{\"chat\":{\"id\":-9223372036854775808}}                           | -9223372036854775808 | -9223372036854775808",
                // a nested key of the same name leads nowhere
                "{\"reply\":{\"chat\":{\"id\":8}},\"chat\":{\"type\":{\"id\":8},\"id\":1}} | 1    | 1",
                "{\"pinned\":{\"message\":{\"chat\":{\"id\":8}}},\"from\":{\"id\":4}} |     | 4",
                // doubled: the first usable one
                "{\"chat\":{\"id\":\"x\",\"id\":1},\"chat\":{\"id\":8}}             | 1    | 1",
                "{\"from\":{},\"from\":{\"id\":4},\"from\":{\"id\":8}}              |      | 4",
            })
    void choosesByPreferenceNotByOrder(String body, String chat, String partition) {
        UpdateFacts expected = new UpdateFacts("kind_of_tomorrow", optional(chat), optional(partition));

        assertEquals(
                expected,
                Scans.scan("{\"update_id\":1,\"kind_of_tomorrow\":" + body + "}")
                        .facts());
        assertEquals(
                expected,
                Scans.scan("{\"kind_of_tomorrow\":" + body + ",\"update_id\":1}")
                        .facts());
    }

    @Test
    void takesTheFirstOtherKeyAsTheKind() {
        String first = "{\"update_id\":1,\"a\":{},\"message\":{\"chat\":{\"id\":1}},\"from\":{\"id\":2}}";

        assertEquals(UpdateFacts.ofKind("a"), Scans.scan(first).facts());
        assertEquals(
                UpdateFacts.ofKind("Ж\"\n"),
                Scans.scan("{\"Ж\\\"\\n\":[{\"chat\":{\"id\":1}}]}").facts());
        assertEquals(UpdateFacts.ofKind(""), Scans.scan("{\"\":null}").facts());
        assertEquals(UpdateFacts.NONE, Scans.scan("{\"update_id\":1}").facts());
        assertEquals("unknown", UpdateFacts.NONE.kind());
    }

    @Test
    @Tag("R24")
    void skipsOddValuesUnread() {
        String digits = "7".repeat(500 * 1024);
        List<String> odd = List.of(
                "9007199254740993",
                "1e400",
                "-1e-400",
                "1e99999999999",
                digits,
                "-" + digits,
                "0." + digits,
                "1e" + digits,
                "\"" + "x".repeat(500 * 1024) + "\"",
                "\"\\ud800 \\u0000 \\\"{[\"",
                "{\"" + "k".repeat(500 * 1024) + "\":1}",
                "[".repeat(200_000) + "]".repeat(200_000),
                "{\"a\":".repeat(80_000) + "1" + "}".repeat(80_000),
                "[[],{},[{}],\"\",null]");

        for (String value : odd) {
            for (String json : List.of(
                    "{\"update_id\":8102,\"k\":{\"odd\":" + value + ",\"chat\":{\"x\":" + value + ",\"id\":42}}}",
                    "{\"z\":" + value + ",\"update_id\":8102}",
                    "{\"update_id\":8102,\"k\":{\"chat\":{\"id\":42}},\"z\":" + value + "}")) {
                assertEquals(OptionalInt.of(8102), Scans.scan(json).updateId());
            }
            String asIds = "{\"update_id\":" + value + ",\"k\":{\"chat\":{\"id\":" + value + "},\"from\":{\"id\":4}}}";
            assertFalse(Scans.scan(asIds).updateId().isPresent());
        }
    }

    @Test
    void takesNoHugeNumberForAnId() {
        String digits = "7".repeat(500 * 1024);

        ScannedUpdate scanned = Scans.scan(
                "{\"update_id\":" + digits + ",\"k\":{\"chat\":{\"id\":" + digits + "},\"from\":{\"id\":4}}}");

        assertEquals(Optional.of("update_id_out_of_range"), scanned.unusable());
        assertEquals(OptionalLong.of(4), scanned.facts().partitionId());
    }

    @Test
    void leavesTheParserOnTheLastTokenOfTheElement() {
        String array = "[{\"update_id\":1,\"k\":{\"chat\":{\"id\":5,\"a\":{}},\"b\":[1]},\"c\":[]},[{\"update_id\":9}],"
                + "\"x\",7,{},{\"update_id\":2},null]";
        List<String> seen = new ArrayList<>();

        try (JsonParser parser = parser(array)) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                ScannedUpdate scanned = UpdateScanner.scan(parser);
                seen.add(scanned.unusable()
                        .orElseGet(() -> "" + scanned.updateId().getAsInt()));
            }
        }

        assertEquals(
                List.of(
                        "1",
                        "not_an_object",
                        "not_an_object",
                        "not_an_object",
                        "update_id_missing",
                        "2",
                        "not_an_object"),
                seen);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"update_id\":1",
                "{\"update_id\":1,\"k\":{\"chat\":{\"id\":5",
                "{\"update_id\":1,\"k\":{\"chat\":{\"id\":5}",
                "{\"update_id\":01}",
                "{\"update_id\":1,}",
                "{\"update_id\":1 \"k\":2}",
                "{update_id:1}",
                "{\"update_id\":NaN}"
            })
    void refusesWhatIsNotJson(String json) {
        assertThrows(JacksonException.class, () -> Scans.scan(json));
        InvalidRecordException e = assertThrows(
                InvalidRecordException.class, () -> UpdateScanner.factsOf(json.getBytes(StandardCharsets.UTF_8)));
        assertEquals(InvalidRecordException.Fault.NOT_JSON, e.fault());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "1", "null", "\"secret words\""})
    void readsFactsOfObjectsOnly(String json) {
        InvalidRecordException e = assertThrows(
                InvalidRecordException.class, () -> UpdateScanner.factsOf(json.getBytes(StandardCharsets.UTF_8)));

        assertEquals("update: not an object", e.getMessage());
    }

    private static JsonParser parser(String json) {
        return UpdateScanner.factory().createParser(ObjectReadContext.empty(), json.getBytes(StandardCharsets.UTF_8));
    }

    private static OptionalLong optional(String number) {
        return number == null || number.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
    }
}
