package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When it is said that the hosts' wall clocks lie apart. */
class LeaseClocksTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final long LEASE_MS = 20_000;

    private final LeaseClocks clocks = new LeaseClocks();

    /** Seconds at which something was said. */
    private final List<Integer> said = new ArrayList<>();

    private String last = "";

    @Test
    void whenEveryGrantIsTooOldOnArrivalItIsSaidOnceAMinute() {
        for (int second = 0; second <= 140; second++) {
            grant(0, second, Duration.ofMinutes(30), LEASE_MS);
        }

        assertEquals(List.of(10, 70, 130), said);
        assertTrue(last.contains("partition 0: the wall clock here is 1800 s ahead of"), last);
        assertTrue(last.contains("handed back"), last);
    }

    @Test
    void clocksOfWhichOursIsBehindAreSaidTooThoughNothingComesBack() {
        for (int second = 0; second <= 20; second++) {
            grant(0, second, Duration.ofSeconds(-21), LEASE_MS);
        }

        assertEquals(List.of(10), said);
        assertTrue(last.contains("21 s behind"), last);
    }

    @Test
    void grantsThatWereHeldUpAreNoReason() {
        // Given an outage of 30 s, after which what was granted before is read
        for (int i = 0; i < 500; i++) {
            grant(0, 0, Duration.ofSeconds(30), LEASE_MS);
        }
        // When the next ones come in time
        grant(0, 1, Duration.ofMillis(20), LEASE_MS);
        grant(0, 60, Duration.ofSeconds(30), LEASE_MS);

        // Then
        assertEquals(List.of(), said);
    }

    @Test
    void aLeaseCutShortByAnExpiryOrClocksALittleApartAreNoReason() {
        for (int second = 0; second <= 60; second++) {
            grant(0, second, Duration.ofSeconds(5), 300);
            grant(1, second, Duration.ofSeconds(-19), LEASE_MS);
        }

        assertEquals(List.of(), said);
    }

    @Test
    void aPartitionWhoseGateHasTheRightTimeHidesNoOther() {
        for (int second = 0; second <= 20; second++) {
            grant(0, second, Duration.ofMinutes(-30), LEASE_MS);
            grant(1, second, Duration.ZERO, LEASE_MS);
        }

        assertEquals(List.of(10), said);
    }

    private void grant(int partition, int second, Duration ahead, long leaseMs) {
        Instant arrivedAt = START.plusSeconds(second);
        Attempt attempt = Attempts.at(Attempts.BOT, 1, "epoch", "42", arrivedAt.minus(ahead), leaseMs);
        clocks.arrived(partition, attempt, arrivedAt, Duration.ofSeconds(second).toNanos())
                .ifPresent(by -> {
                    said.add(second);
                    last = by;
                });
    }
}
