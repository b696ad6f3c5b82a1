package dev.sluice.outbound.dispatch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.outbound.dispatch.StartRules.Verdict;
import dev.sluice.outbound.wire.ReturnReason;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PartitionDeskTest {
    private static final CommitNote NOTE = CommitNote.first(new UUID(1, 1)).started(90);

    private final PartitionDesk desk = new PartitionDesk();
    private final List<Long> reserved = new ArrayList<>();

    @Test
    void thePositionCoversWhatStartsAndTheNoteNamesTheLastOfIt() {
        // Given
        open(10, 100, 101, 102);

        // When
        plan(granted -> granted.attempt().grantId() < 102 ? Verdict.START : Verdict.WAIT);

        // Then
        assertEquals(List.of(100L, 101L), reserved);
        assertEquals(12, desk.toCommit().offset());
        assertEquals(
                OptionalLong.of(101),
                CommitNote.of(desk.toCommit()).orElseThrow().taken());
        desk.committed();
        assertEquals(1, desk.waiting());
        assertEquals(OptionalLong.of(101), desk.note().taken());
    }

    @Test
    void thePositionPassesAReturnedGrantOnlyWhenItsReturnIsStored() {
        // Given
        open(10, 100, 101);
        CompletableFuture<Void> stored = new CompletableFuture<>();
        desk.giveBack(granted -> rules(Set.of(100L)).apply(granted), (granted, refusal) -> granted.giveBack(stored));

        // When
        plan(rules(Set.of(100L)));
        boolean before = desk.isBehind();
        stored.complete(null);
        plan(rules(Set.of(100L)));

        // Then
        assertFalse(before, "a return that is lost with the process must not look taken");
        assertTrue(desk.isBehind());
        assertEquals(12, desk.toCommit().offset());
        assertEquals(List.of(101L), reserved);
    }

    @Test
    void aGrantThatIsHandedBackIsHandedBackOnceAndNeverStarted() {
        // Given
        open(10, 100);
        List<Long> back = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            desk.giveBack(rules(Set.of(100L)), (granted, refusal) -> {
                back.add(granted.attempt().grantId());
                granted.giveBack(CompletableFuture.completedFuture(null));
            });
        }

        // When
        plan(granted -> Verdict.START);

        // Then
        assertEquals(List.of(100L), back);
        assertEquals(List.of(), reserved);
        assertEquals(
                OptionalLong.of(90),
                CommitNote.of(desk.toCommit()).orElseThrow().taken());
    }

    @Test
    void grantsOfOthersArePassedAndAFailedCommitForgetsThePlan() {
        // Given
        open(10, 100, 101);

        // When
        plan(granted -> granted.attempt().grantId() == 100 ? Verdict.PASS : Verdict.START);
        desk.forgetPlan();
        plan(granted -> granted.attempt().grantId() == 100 ? Verdict.PASS : Verdict.START);

        // Then
        assertEquals(List.of(101L, 101L), reserved);
        assertEquals(12, desk.toCommit().offset());
        assertEquals(2, desk.waiting());
        assertEquals(OptionalLong.of(90), desk.note().taken());
    }

    @Test
    void whatIsPassedAloneIsCommittedLater() {
        // Given
        open(10, 100);

        // When
        plan(granted -> Verdict.PASS);
        desk.pass();

        // Then
        assertEquals(0, desk.waiting());
        assertTrue(desk.isBehind());
        assertEquals(11, desk.toCommit().offset());
    }

    private void open(long offset, long... grantIds) {
        desk.open(new Takeover(offset, NOTE));
        for (long grantId : grantIds) {
            desk.read(new Granted(
                    Attempts.of(Attempts.BOT, grantId, "e", "1"), List.of(), 0, offset + grantId - grantIds[0], 0));
        }
    }

    private void plan(Function<Granted, Verdict> rules) {
        desk.plan(rules, granted -> reserved.add(granted.attempt().grantId()));
    }

    private static Function<Granted, Verdict> rules(Set<Long> lapsed) {
        return granted ->
                lapsed.contains(granted.attempt().grantId()) ? Verdict.giveBack(ReturnReason.LEASE, 1) : Verdict.START;
    }
}
