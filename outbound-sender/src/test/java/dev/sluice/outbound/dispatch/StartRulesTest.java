package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.outbound.dispatch.StartRules.Situation;
import dev.sluice.outbound.dispatch.StartRules.Verdict;
import dev.sluice.outbound.wire.ReturnReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("R97")
class StartRulesTest {
    private static final Instant GRANTED = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void aGrantStartsWhenEverythingAgrees() {
        assertEquals(Verdict.START, StartRules.judge(new Situation(true, true, 0, true, true, true, true)));
    }

    @Test
    void aGrantOfAnotherEpochIsPassedWhateverElseHolds() {
        assertEquals(Verdict.PASS, StartRules.judge(new Situation(false, false, 9, false, false, false, false)));
        assertEquals(Verdict.PASS, StartRules.judge(new Situation(false, true, 0, true, true, true, true)));
    }

    @Test
    void whatMustNotStartIsHandedBackWithTheReasonAndTheTimeItHolds() {
        assertEquals(
                Verdict.giveBack(ReturnReason.LEASE, StartRules.LEASE_REST_MS),
                StartRules.judge(new Situation(true, false, 5_000, true, true, true, true)));
        assertEquals(
                Verdict.giveBack(ReturnReason.COOLDOWN, 5_000),
                StartRules.judge(new Situation(true, true, 5_000, true, true, true, true)));
        assertEquals(
                Verdict.giveBack(ReturnReason.NO_CREDENTIALS, StartRules.CREDENTIALS_REST_MS),
                StartRules.judge(new Situation(true, true, 0, true, false, true, true)));
    }

    @Test
    void nothingIsHandedBackForACooldownBeforeItsFloodIsStored() {
        assertEquals(Verdict.WAIT, StartRules.judge(new Situation(true, true, 5_000, false, true, true, true)));
    }

    @Test
    void aFullSenderDoesNotHoldUpItsNeighboursButAFullProcessDoes() {
        assertEquals(
                Verdict.giveBack(ReturnReason.CAPACITY, StartRules.CAPACITY_REST_MS),
                StartRules.judge(new Situation(true, true, 0, true, true, false, true)));
        assertEquals(Verdict.WAIT, StartRules.judge(new Situation(true, true, 0, true, true, true, false)));
    }

    @Test
    void theLastLookComesBeforeTheFirstByte() {
        Duration fresh = Duration.ofSeconds(4);
        long second = TimeUnit.SECONDS.toNanos(1);
        assertEquals(Optional.empty(), StartRules.handOver(false, true, second, fresh, 0));
        assertEquals(ReturnReason.CLOSING, reason(StartRules.handOver(true, true, second, fresh, 0)));
        assertEquals(ReturnReason.LEASE, reason(StartRules.handOver(false, false, second, fresh, 0)));
        assertEquals(ReturnReason.LEASE, reason(StartRules.handOver(false, true, 4 * second, fresh, 0)));
        assertEquals(
                Optional.of(new Refusal(ReturnReason.COOLDOWN, 7)), StartRules.handOver(false, true, second, fresh, 7));
    }

    @Test
    void aLeaseRunsOnlyWhileBothClocksSaySo() {
        assertTrue(StartRules.leaseRuns(20_000, GRANTED, GRANTED.plusMillis(19_999), 0));
        assertFalse(StartRules.leaseRuns(20_000, GRANTED, GRANTED.plusMillis(20_000), 0));
        // the wall clock was set back while the process stood still
        assertFalse(StartRules.leaseRuns(20_000, GRANTED, GRANTED.minusSeconds(3_600), TimeUnit.SECONDS.toNanos(20)));
        assertTrue(StartRules.leaseRuns(20_000, GRANTED, GRANTED.minusMillis(300), TimeUnit.SECONDS.toNanos(19)));
    }

    private static ReturnReason reason(Optional<Refusal> refusal) {
        return refusal.orElseThrow().reason();
    }
}
