package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TELEGRAM-5")
class ArgumentsTest {

    @Test
    void theFirstOccurrenceOfAKeyWinsAndTheUrlComesFirst() {
        Arguments arguments = new Arguments();
        FormArguments.read("offset=1&offset=2", arguments);
        JsonArguments.read("{\"offset\":3,\"limit\":4,\"limit\":5}".getBytes(UTF_8), arguments);

        assertEquals("1", arguments.get("offset"));
        assertEquals("4", arguments.get("limit"));
    }

    @Test
    void valuesThatAreNoTextAreRawJson() {
        Arguments arguments =
                json("{\"a\":[\"message\", {\"b\":null}],\"c\":null,\"d\":1.5e3,\"e\":true,\"f\":{\"g\":\"}\"}}");

        assertEquals("[\"message\", {\"b\":null}]", arguments.get("a"));
        assertEquals("null", arguments.get("c"));
        assertEquals("1.5e3", arguments.get("d"));
        assertEquals("true", arguments.get("e"));
        assertEquals("{\"g\":\"}\"}", arguments.get("f"));
    }

    @Test
    void textIsUnescaped() {
        assertEquals(
                "a\"b\\c\n/é🚀",
                json("{\"t\":\"a\\\"b\\\\c\\n\\/\\u00e9\\ud83d\\ude80\"}").get("t"));
        assertEquals("plain", json("{\"t\" : \"plain\" }").get("t"));
    }

    @ParameterizedTest(name = "{0} gives offset {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"offset\":5,\"limit\":|5",
                "{\"offset\":5,\"lim|5",
                "{\"offset\":5|5",
                "{\"offset\":5,}|5",
                "{\"offset\":5 \"limit\":7}|5",
                "{\"offset\":5,\"x\":[1,2}|5",
                "{\"offset\":nul|",
                "{\"offset\"|",
                "{\"off|",
                "[1]|",
                "|",
                "\"text\"|"
            })
    void afterAFaultTheArgumentsBeforeItCount(String body, String offset) {
        Arguments arguments = json(body == null ? "" : body);

        assertEquals(offset, arguments.get("offset"));
        assertNull(arguments.get("limit"));
    }

    @Test
    void anUnterminatedNestIsAFaultNotAnOverflow() {
        assertNull(json("{\"a\":" + "[".repeat(100_000)).get("a"));
    }

    @Test
    void formsAreDecodedLeniently() {
        Arguments arguments = new Arguments();
        FormArguments.read("text=a+b%20c%C3%A9%zz&&empty=&flag&x=1=2", arguments);

        assertEquals("a b cé%zz", arguments.get("text"));
        assertEquals("", arguments.get("empty"));
        assertEquals("", arguments.get("flag"));
        assertEquals("1=2", arguments.get("x"));
    }

    private static Arguments json(String body) {
        Arguments arguments = new Arguments();
        JsonArguments.read(body.getBytes(UTF_8), arguments);
        return arguments;
    }
}
