package dev.sluice.runtime.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({
        "0s, PT0S, 0s",
        "250ms, PT0.25S, 250ms",
        "50s, PT50S, 50s",
        "90s, PT90S, 90s",
        "5m, PT5M, 5m",
        "48h, PT48H, 2d",
        "7d, P7D, 7d",
        "PT1M30S, PT90S, 90s",
        "P1D, PT24H, 1d"
    })
    void readsAndWrites(String text, String iso, String written) {
        Duration d = Durations.parse(text);

        assertEquals(Duration.parse(iso), d);
        assertEquals(written, Durations.format(d));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "s",
                "-5s",
                "PT-5S",
                "5 s",
                "5S",
                "1.5s",
                "5s5s",
                "5w",
                "999999999999999999d",
                "PT99999999999999999999S",
                "P1000000000000D",
                "٥s"
            })
    void refuses(String text) {
        assertThrows(IllegalArgumentException.class, () -> Durations.parse(text));
    }

    @Test
    void limits() {
        assertEquals(new Limit(30, Duration.ofSeconds(1)), Limit.parse("30/1s"));
        assertEquals("20/1m", Limit.parse("20/60s").toString());
        for (String bad : new String[] {"30", "0/1s", "30/0s", "-1/1s", "a/1s", "30/1", "/"}) {
            assertThrows(IllegalArgumentException.class, () -> Limit.parse(bad), bad);
        }
    }
}
