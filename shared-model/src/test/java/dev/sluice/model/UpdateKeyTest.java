package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateKeyTest {

    @Test
    @Tag("R21")
    @Tag("R22")
    void isBotAndUpdate() {
        UpdateKey key = new UpdateKey(7_000_123_456L, 8102);

        assertEquals("7000123456:8102", key.text());
        assertArrayEquals("7000123456:8102".getBytes(StandardCharsets.UTF_8), key.bytes());
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:0", "123456:8102", "9223372036854775807:2147483646"})
    void readsWhatItWrites(String text) {
        assertEquals(text, UpdateKey.parse(text).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "1:",
                ":1",
                "1",
                "0:1",
                "-1:1",
                "+1:1",
                "01:1",
                "1:01",
                "1:-1",
                "1: 1",
                " 1:1",
                "1:1 ",
                "1:1:1",
                "1:2147483647",
                "9223372036854775808:1",
                "92233720368547758070:1",
                "1:99999999999999999999",
                "a:1",
                "1:b",
                "١:1"
            })
    void readsNothingElse(String text) {
        assertThrows(InvalidRecordException.class, () -> UpdateKey.parse(text));
    }

    @Test
    void refusesWhatIsNoId() {
        assertThrows(IllegalArgumentException.class, () -> new UpdateKey(0, 1));
        assertThrows(IllegalArgumentException.class, () -> new UpdateKey(1, -1));
        assertThrows(IllegalArgumentException.class, () -> new UpdateKey(1, Integer.MAX_VALUE));
    }
}
