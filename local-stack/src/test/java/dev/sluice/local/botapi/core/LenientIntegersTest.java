package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("TELEGRAM-1.1")
class LenientIntegersTest {

    @ParameterizedTest(name = "offset {0} is read as {1}")
    @CsvSource({
        "null,0",
        "' 5',0",
        "1e6,1",
        "4294967301,5",
        "2147483648,-2147483648",
        "abc,0",
        "-,0",
        "-7x,-7",
        "30.7,30",
        "2147483647,2147483647",
        "+5,0"
    })
    void digitsAreReadUntilTheFirstOtherCharacterAndWrap(String text, int expected) {
        assertEquals(expected, LenientIntegers.parse(text));
    }

    @ParameterizedTest(name = "limit {0} is used as {1}")
    @CsvSource({"'',100", "null,1", "0,1", "abc,1", "1000,100", "7,7", "-3,1"})
    void limitIsClampedAndDefaultsOnlyWhenEmpty(String text, int expected) {
        assertEquals(expected, LenientIntegers.argument(text, 100, 1, 100));
    }

    @ParameterizedTest(name = "timeout {0} is used as {1}")
    @CsvSource({"'',0", "null,0", "30.7,30", "300,50", "-1,0", "50,50"})
    void timeoutIsClamped(String text, int expected) {
        assertEquals(expected, LenientIntegers.argument(text, 0, 0, 50));
    }
}
