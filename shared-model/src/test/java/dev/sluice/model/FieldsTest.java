package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ \"a\" : [1,\n2] , \"b\":\"\\u00e9 é 😀\\\"}\" }",
                "{}",
                "[]",
                "\"\"",
                "\"plain\"",
                "0",
                "-0",
                "1e400",
                "12345678901234567890.5",
                "true",
                "false",
                "[[[[]]]]"
            })
    void takesValuesOutByteForByte(String value) {
        byte[] first = utf8("{ \"x\" :\t" + value + " , \"y\": 1 }");
        byte[] last = utf8("{\"Ж\":\"é\",\"x\":" + value + "}");

        assertEquals(value, new String(Fields.of("t", first).raw("x").toBytes(), StandardCharsets.UTF_8));
        assertEquals(value, new String(Fields.of("t", last).raw("x").toBytes(), StandardCharsets.UTF_8));
    }

    @Test
    void quotesNothingInItsErrors() {
        InvalidRecordException e = assertThrows(
                InvalidRecordException.class, () -> Fields.of("request", utf8("{\"text\":\"secret\", words}")));

        assertEquals("request: not JSON, near byte 18", e.getMessage());
        assertEquals(null, e.getCause());
    }

    @Test
    void refusesASecondValue() {
        assertThrows(InvalidRecordException.class, () -> Fields.of("t", utf8("{} {}")));
        assertThrows(InvalidRecordException.class, () -> Fields.of("t", utf8("{}}")));
        assertThrows(InvalidRecordException.class, () -> Fields.of("t", new byte[0]));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
