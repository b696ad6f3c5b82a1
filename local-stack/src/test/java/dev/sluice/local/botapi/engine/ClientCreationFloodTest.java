package dev.sluice.local.botapi.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-2")
class ClientCreationFloodTest {

    private static final long SECOND = 1_000_000_000L;

    private final ClientCreationFlood flood = new ClientCreationFlood();

    @Test
    void twentyAMinute() {
        for (int n = 0; n < 20; n++) {
            assertEquals(0, flood.retryAfter("127.0.0.1", n * SECOND));
        }

        assertEquals(41, flood.retryAfter("127.0.0.1", 20 * SECOND));
        assertEquals(0, flood.retryAfter("127.0.0.2", 20 * SECOND));
        assertEquals(0, flood.retryAfter("127.0.0.1", 60 * SECOND));
        assertEquals(2, flood.retryAfter("127.0.0.1", 60 * SECOND));
    }

    @Test
    void sixHundredAnHour() {
        for (int n = 0; n < 600; n++) {
            assertEquals(0, flood.retryAfter("127.0.0.1", n * 3 * SECOND));
        }

        assertEquals(1801, flood.retryAfter("127.0.0.1", 1800 * SECOND));
        assertEquals(0, flood.retryAfter("127.0.0.1", 3600 * SECOND));
    }

    @Test
    void aTokenOfNobodyCountsOnce() {
        for (int n = 0; n < 100; n++) {
            assertEquals(0, flood.retryAfterForNobody("1:bad", "127.0.0.1", 0));
        }
        for (int n = 0; n < 19; n++) {
            assertEquals(0, flood.retryAfterForNobody("1:bad" + n, "127.0.0.1", 0));
        }
        assertEquals(61, flood.retryAfterForNobody("1:other", "127.0.0.1", 0));
    }
}
