package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.BOT;
import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events that are read while stored jobs are still being shown, and clocks that step around a start. */
class RebuildTest {

    private final GateFixture f = new GateFixture();

    @Test
    @Tag("D23")
    void aJobThatEndsBeforeTheRebuildComesByStaysEnded() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        Job shown = a.job();
        PartitionGate fresh = new PartitionGate(sender -> f.settings, f.stores, f.out);
        f.stores.partition.values().forEach(fresh::restore);
        // When
        fresh.result(BOT, Answers.sent(a), f.now());
        fresh.restoreJob(shown, 0, f.now());
        // Then
        assertEquals(List.of("a sent sent"), f.outcomes());
        assertEquals(0, fresh.view(BOT).orElseThrow().inFlight());
    }

    @Test
    @Tag("R116")
    void anAnswerOfAPersonReachesJobsThatTheRebuildShowsLater() {
        // Given
        f.submit(job("a", 1).acceptedAt(f.ms - 10).notBefore(f.ms + 60_000));
        f.submit(job("b", 1).acceptedAt(f.ms + 10).notBefore(f.ms + 60_000));
        List<Job> shown = List.copyOf(f.stores.of(BOT).jobs.values());
        PartitionGate fresh = new PartitionGate(sender -> f.settings, f.stores, f.out);
        f.stores.partition.values().forEach(fresh::restore);
        // When
        fresh.cancelChat(BOT, "1", f.ms, f.now());
        shown.forEach(job -> fresh.restoreJob(job, 0, f.now()));
        // Then
        assertEquals(List.of("a cancelled chat_cancelled"), f.outcomes());
        assertEquals(1, fresh.view(BOT).orElseThrow().waiting());
    }

    @Test
    void anAttemptInFlightThatAnEventNamesFirstIsCountedOnce() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        PartitionGate fresh = new PartitionGate(sender -> f.settings, f.stores, f.out);
        f.stores.partition.values().forEach(fresh::restore);
        // When
        fresh.cancel(BOT, "a", f.now());
        fresh.restoreJob(a.job(), 0, f.now());
        fresh.rebuilt();
        // Then
        assertEquals(1, fresh.view(BOT).orElseThrow().inFlight());
        Job stored = Objects.requireNonNull(f.stores.of(BOT).jobs.get("a"));
        assertTrue(stored.cancelWanted());
    }

    @Test
    @Tag("C21")
    void aWallThatWasWrongAtTheStartAndComesRightIsNoticed() {
        // Given
        f.wallLead = -3_600_000;
        f.gate.pause(BOT, true, f.now());
        f.submit(job("a", 1).expiresAt(f.ms + f.wallLead + 10_000));
        f.restart();
        // When
        f.wallLead = 0;
        f.pass(0);
        // Then
        assertEquals(List.of("a expired expired"), f.outcomes());
    }

    @Test
    @Tag("R110")
    void deadlinesOfAnotherHostGetItsClocksPossibleErrorAdded() {
        // Given
        f.submit(job("a", 1));
        f.answer(Answers.flood(f.one(), 30));
        // When
        f.gate = f.stores.rebuild(f.settings, f.out, 1_000, f.now());
        f.gate.open(f.now());
        f.gate.owner(2, "other", OptionalLong.of(-1), OptionalLong.empty(), OptionalInt.of(10), f.now());
        f.epoch = 2;
        long end = f.ms + 31_000;
        while (f.ms < end - 1) {
            f.ms += 1_000;
            f.ms = Math.min(f.ms, end - 1);
            f.gate.owner(2, "other", OptionalLong.of(-1), OptionalLong.empty(), OptionalInt.of(10), f.now());
            f.gate.advance(f.now(), 10);
        }
        // Then
        assertEquals(1, f.out.grants.size());
        f.ms = end;
        f.gate.advance(f.now(), 10);
        assertEquals(2, f.out.grants.size());
    }

    @Test
    void numbersGoOnAboveThoseOfTheOpeningWhenNoneWasGrantedBefore() {
        // Given a gate that has heard its dispatcher, granted nothing, and was made anew
        f.restart();
        f.submit(job("a", 1));
        Grant a = f.pass(1_100).get(0);
        // When the dispatcher hands a grant of its own back since it stops
        f.gate.returned(BOT, a.grantId(), "a", ReturnReason.CLOSING, 0, f.now());
        // Then
        assertEquals(List.of(), f.granted(), "nothing more for it");
    }

    @Test
    @Tag("R124")
    void anOpeningCountsForAttemptsThatTheRebuildShowsLater() {
        // Given two attempts in flight, of which the dispatcher took one
        f.submit(job("a", 1));
        f.submit(job("b", 2));
        List<Grant> grants = f.pass(0);
        List<Job> shown = List.copyOf(f.stores.of(BOT).jobs.values());
        f.gate = new PartitionGate(sender -> f.settings, f.stores, f.out);
        f.stores.partition.values().forEach(f.gate::restore);
        // When its successor opens before the rebuild has come by them
        f.takeover(OptionalLong.of(grants.get(0).grantId()));
        shown.forEach(job -> f.gate.restoreJob(job, 0, f.now()));
        f.gate.rebuilt();
        f.gate.open(f.now());
        f.own();
        // Then the other one goes back and out again, and the first is unknown at its deadline
        assertEquals(List.of("b"), GateFixture.ids(f.pass(2_000)));
        assertEquals(List.of(), f.outcomes());
        f.pass(f.settings.attemptDeadline().toMillis());
        assertEquals(List.of("a unknown deadline"), f.outcomes());
    }

    @Test
    void whatIsHandedBackBeforeTheRebuildComesByIsNotLost() {
        // Given
        f.submit(job("a", 1));
        Grant a = f.one();
        List<Job> shown = List.copyOf(f.stores.of(BOT).jobs.values());
        f.gate = new PartitionGate(sender -> f.settings, f.stores, f.out);
        f.stores.partition.values().forEach(f.gate::restore);
        // When
        f.gate.returned(BOT, a.grantId(), "a", ReturnReason.CLOSING, 0, f.now());
        shown.forEach(job -> f.gate.restoreJob(job, 0, f.now()));
        // Then
        assertEquals(0, f.gate.view(BOT).orElseThrow().inFlight());
        assertEquals(1, f.gate.view(BOT).orElseThrow().waiting());
    }
}
