package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateBytesTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 9, 10, 99, 2_000_001, 999_999_999, 1_000_000_000, 1_999_999_998})
    void aFragmentIsWrappedWithItsId(int id) {
        assertEquals(
                "{\"update_id\":" + id + ",\n\"message\":{}}",
                text(UpdateBytes.fragment("\"message\":{}".getBytes(UTF_8)), id));
    }

    @Test
    void anElementIsLeftAsItIsButForThePlaceholder() {
        assertEquals(
                "{ \"poll\":{}, \"update_id\":17 }17@UPDATE_ID",
                text(
                        UpdateBytes.element(
                                "{ \"poll\":{}, \"update_id\":@UPDATE_ID@ }@UPDATE_ID@@UPDATE_ID".getBytes(UTF_8)),
                        17));
        assertEquals("not json", text(UpdateBytes.element("not json".getBytes(UTF_8)), 17));
    }

    private static String text(UpdateBytes bytes, int id) {
        return new String(bytes.element(id), UTF_8);
    }
}
