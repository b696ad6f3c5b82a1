package dev.sluice.ingest.rules;

import static dev.sluice.ingest.rules.Batches.BOT;
import static dev.sluice.ingest.rules.Batches.LIMITS;
import static dev.sluice.ingest.rules.Batches.NOW;
import static dev.sluice.ingest.rules.Batches.after;
import static dev.sluice.ingest.rules.Batches.batch;
import static dev.sluice.ingest.rules.Batches.ids;
import static dev.sluice.ingest.rules.Batches.idsOf;
import static dev.sluice.ingest.rules.Batches.offset;
import static dev.sluice.ingest.rules.Batches.plan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.IngestEvent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BatchRulesTest {

    @Test
    @Tag("R5")
    @Tag("R31")
    void advancesToTheHighestIdPlusOne() {
        // Given a batch whose last element is not the highest
        BatchPlan plan = plan(after(ids(8099)), ids(8100, 8102, 8101));

        // Then it is stored in the order received
        assertEquals(List.of(8100, 8102, 8101), idsOf(plan.store()));
        assertEquals(offset(8103), plan.next().nextOffset());
        assertEquals(List.of(), plan.events());
        assertTrue(plan.write());
        assertEquals(Pace.NOW, plan.pace());
    }

    @Test
    void reachesTheLastUsableId() {
        assertEquals(
                offset(2147483647),
                plan(BotProgress.none(), ids(2147483646)).next().nextOffset());
    }

    @Test
    @Tag("A1")
    void followsALowerSequence() {
        // Given the ids that were seen live
        BotProgress before = after(ids(727334707));

        // When
        BatchPlan plan = plan(before, ids(117314199, 117314200));

        // Then
        assertEquals(List.of(117314199, 117314200), idsOf(plan.store()));
        assertEquals(offset(117314201), plan.next().nextOffset());
        assertEquals(2, plan.next().sequence());
        assertEquals(List.of(reset(727334708, 117314199, 0, 0)), plan.events());
        assertEquals(Pace.NOW, plan.pace());
    }

    @Test
    @Tag("A1")
    void followsAHigherSequenceAndCallsItAGap() {
        BatchPlan plan = plan(after(ids(1000)), ids(935483238));

        assertEquals(List.of(935483238), idsOf(plan.store()));
        assertEquals(offset(935483239), plan.next().nextOffset());
        assertEquals(List.of(gap(1001, 935483237, 935482237)), plan.events());
    }

    @Test
    @Tag("A2")
    void backsOffWhenTheSameAnswerComesAgain() {
        // Given a server that ignores the offset and sends what is stored
        BotProgress before = after(ids(10, 11));

        // When
        BatchPlan plan = plan(before, ids(10, 11), Set.of(10, 11));

        // Then
        assertEquals(List.of(), plan.store());
        assertEquals(2, plan.duplicates());
        assertEquals(1, plan.next().sequence());
        assertEquals(offset(12), plan.next().nextOffset());
        assertEquals(List.of(reset(12, 10, 2, 0)), plan.events());
        assertTrue(plan.write());
        assertEquals(Pace.BACK_OFF, plan.pace());
    }

    @Test
    @Tag("R45")
    @Tag("R55")
    void goesBackToALowerOffsetForDuplicatesToo() {
        // Given a server that begins below our offset, as a restored one does
        BotProgress before = after(ids(10, 11, 12));

        // When
        BatchPlan plan = plan(before, ids(10, 11), Set.of(10, 11));

        // Then
        assertEquals(offset(12), plan.next().nextOffset());
        assertEquals(1, plan.next().sequence());
        assertEquals(Pace.NOW, plan.pace());

        // And what follows is recognised without an event, since the server honours the offset again
        BatchPlan following = plan(plan.next(), ids(12), Set.of(12));
        assertEquals(List.of(), following.store());
        assertEquals(List.of(), following.events());
        assertEquals(before.nextOffset(), following.next().nextOffset());
    }

    @Test
    @Tag("R45")
    void storesWhatHasAKnownIdAndOtherBytes() {
        // Given a restarted sequence that lands inside what is remembered, partly with the same updates
        BotProgress before = after(ids(10, 11, 12, 13));

        // When
        BatchPlan plan = plan(before, ids(10, 11, 12), Set.of(10));

        // Then
        assertEquals(List.of(11, 12), idsOf(plan.store()));
        assertEquals(2, plan.next().sequence());
        assertEquals(List.of(reset(14, 10, 1, 2)), plan.events());
        assertEquals(offset(13), plan.next().nextOffset());
    }

    @Test
    void beginsASequenceWhenAnIdOfThisOneComesWithOtherBytes() {
        // Given an offset that went back, and a server that honours it and gives the id anew
        BotProgress before =
                plan(after(ids(10, 11, 12)), ids(10, 11), Set.of(10, 11)).next();

        // When
        BatchPlan plan = plan(before, ids(12), Set.of());

        // Then
        assertEquals(List.of(12), idsOf(plan.store()));
        assertEquals(2, plan.next().sequence());
        assertEquals(List.of(reset(12, 12, 0, 1)), plan.events());
    }

    @Test
    void growsIntoAnOldSequenceWithoutMoreEvents() {
        // Given sequence 2, which runs up to ids of sequence 1
        BotProgress before = after(ids(20, 21), ids(18, 19));

        // When
        BatchPlan plan = plan(before, ids(20, 21), Set.of());

        // Then
        assertEquals(List.of(20, 21), idsOf(plan.store()));
        assertEquals(2, plan.next().sequence());
        assertEquals(List.of(), plan.events());
    }

    @Test
    void namesTheIdsToCompare() {
        BotProgress progress = after(ids(10, 11), ids(15));

        assertEquals(Set.of(11, 15), BatchRules.suspects(progress, OptionalInt.of(16), false, ids(9, 11, 12, 15, 16)));
        assertEquals(Set.of(), BatchRules.suspects(progress, OptionalInt.of(16), false, ids(16, 17)));
        assertEquals(Set.of(), BatchRules.suspects(BotProgress.none(), OptionalInt.empty(), false, ids(10)));
    }

    @Test
    void comparesNoMoreWithOlderSequencesOnceANewOneIsKnownToBeNew() {
        BotProgress progress = after(ids(10, 11, 12, 13), ids(10));

        assertEquals(Set.of(11, 12), BatchRules.suspects(progress, OptionalInt.of(11), false, ids(11, 12)));
        assertEquals(Set.of(), BatchRules.suspects(progress, OptionalInt.of(11), true, ids(11, 12)));
        assertEquals(Set.of(10), BatchRules.suspects(progress, OptionalInt.of(10), true, ids(10)), "this sequence");
        assertEquals(Set.of(10, 11), BatchRules.suspects(progress, OptionalInt.of(12), true, ids(10, 11)), "ignored");
    }

    @Test
    void doesNotLeaveOutWhatIsNotRememberedWhateverTheCallerSays() {
        assertEquals(
                List.of(30), idsOf(plan(after(ids(10)), ids(30), Set.of(30)).store()));
    }

    @Test
    @Tag("R54")
    @Tag("A24")
    void publishesMissingIds() {
        // Given
        BotProgress before = after(ids(100));

        // When ids are missing before and inside the batch
        BatchPlan plan = plan(before, ids(103, 104, 110, 107), Set.of(), Optional.of(Duration.ofMinutes(3)), NOW);

        // Then
        assertEquals(
                List.of(
                        new IngestEvent.Gap(
                                BOT.botId(),
                                NOW,
                                BOT.instance(),
                                IngestEvent.GapCause.OUTAGE,
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                OptionalLong.empty(),
                                OptionalLong.of(180_000)),
                        gap(101, 102, 2, 180_000),
                        gap(105, 106, 2, 180_000),
                        gap(108, 109, 2, 180_000)),
                plan.events());
    }

    @Test
    void seesNoGapBeforeTheFirstBatchOfABot() {
        assertEquals(List.of(), plan(BotProgress.none(), ids(8100, 8101)).events());
    }

    @Test
    void doesNotCallAShortPauseAnOutage() {
        BatchPlan plan = plan(after(ids(1)), ids(2), Set.of(), Optional.of(Duration.ofSeconds(150)), NOW);

        assertEquals(List.of(), plan.events());
    }

    @Test
    void doesNotMissWhatIsStored() {
        // Given 10-12 and 14 stored, and a server that went back to 10 and has lost 11 to expiry
        BotProgress before = after(ids(10, 11, 12), ids(14));

        // When
        BatchPlan plan = plan(before, ids(10, 12, 14, 16), Set.of(10, 12, 14));

        // Then 11 is stored, 13 was published before, 15 is missing
        assertEquals(List.of(reset(15, 10, 3, 0), gap(15, 15, 1)), plan.events());
    }

    @Test
    void boundsTheNumberOfGaps() {
        // Given every other id missing
        BotProgress before = after(ids(1));
        int[] ids = new int[300];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = 3 + 2 * i;
        }

        // When
        List<IngestEvent> events = plan(before, ids(ids)).events();

        // Then the last event holds the rest
        assertEquals(100, events.size());
        assertEquals(gap(2, 2, 1), events.get(0));
        assertEquals(gap(200, 600, 201), events.get(99));
    }

    @Test
    void storesAnIdThatComesTwiceOnce() {
        UpdateBatch batch = batch().with(5, "same")
                .with(6, "x")
                .with(5, "same")
                .with(6, "y")
                .build();

        BatchPlan plan = plan(BotProgress.none(), batch);

        assertEquals(List.of(5, 6), idsOf(plan.store()));
        assertEquals("x", new String(batch.copyOf(plan.store().get(1)), StandardCharsets.UTF_8));
        assertEquals(1, plan.duplicates());
        assertEquals(1, plan.quarantine().size());
        assertEquals("update_id_repeated", plan.quarantine().get(0).reason());
        assertEquals("y", new String(batch.copyOf(plan.quarantine().get(0)), StandardCharsets.UTF_8));
        assertEquals(offset(7), plan.next().nextOffset());
    }

    @Test
    @Tag("A10")
    void quarantinesAnElementOnce() {
        // Given
        UpdateBatch batch = batch().withRejected("{}")
                .with(5, "x")
                .withRejected("{}")
                .withRejected("[]")
                .build();

        // When
        BatchPlan first = plan(BotProgress.none(), batch);
        BatchPlan second =
                plan(first.next(), batch().withRejected("{}").with(6, "y").build());

        // Then
        assertEquals(2, first.quarantine().size());
        assertEquals(2, first.next().quarantined().size());
        assertEquals(List.of(5), idsOf(first.store()));
        assertEquals(List.of(), second.quarantine());
        assertEquals(List.of(6), idsOf(second.store()));
    }

    @Test
    @Tag("A11")
    void staysWhereItIsWhenNothingIsUsable() {
        // Given
        BotProgress before = after(ids(10));
        UpdateBatch batch = batch().withRejected("{}").build();

        // When it comes for the first time
        BatchPlan first = plan(before, batch);

        // Then
        assertEquals(1, first.quarantine().size());
        assertEquals(before.nextOffset(), first.next().nextOffset());
        assertEquals(before.recent(), first.next().recent());
        assertEquals(List.of(new IngestEvent.BatchUnusable(BOT.botId(), NOW, BOT.instance(), 1)), first.events());
        assertTrue(first.write());
        assertEquals(Pace.BACK_OFF, first.pace());

        // And when it comes again, nothing is written
        BatchPlan second = plan(first.next(), batch);
        assertFalse(second.write());
        assertSame(first.next(), second.next());
        assertEquals(Pace.BACK_OFF, second.pace());
    }

    @Test
    void quarantinesAgainAfterTheWindow() {
        UpdateBatch batch = batch().withRejected("{}").build();
        BotProgress before = plan(BotProgress.none(), batch).next();

        BatchPlan inside = plan(before, batch, Set.of(), Optional.empty(), NOW.plus(LIMITS.dedupeWindow()));
        BatchPlan after = plan(
                before,
                batch,
                Set.of(),
                Optional.empty(),
                NOW.plus(LIMITS.dedupeWindow()).plusSeconds(1));

        assertFalse(inside.write());
        assertEquals(1, after.quarantine().size());
    }

    @Test
    void remembersAHundredQuarantinedElements() {
        Batches many = batch();
        for (int i = 0; i < 150; i++) {
            many.withRejected("[" + i + "]");
        }

        BatchPlan plan = plan(BotProgress.none(), many.build());

        assertEquals(150, plan.quarantine().size());
        assertEquals(100, plan.next().quarantined().size());
        assertFalse(plan(plan.next(), batch().withRejected("[149]").build()).write());
        assertTrue(plan(plan.next(), batch().withRejected("[0]").build()).write());
    }

    @Test
    @Tag("R29")
    void anEmptyBatchChangesNothing() {
        BotProgress before = after(ids(10));

        BatchPlan plan = plan(before, batch().build());

        assertFalse(plan.write());
        assertSame(before, plan.next());
        assertEquals(Pace.NOW, plan.pace());
    }

    @Test
    void keepsWhatIsTooLargeApartAndMovesOn() {
        // Given an update that no record can hold, between two that fit
        String large = "x".repeat(LIMITS.maxRecordBytes());
        UpdateBatch batch = batch().with(5, "a").with(6, large).with(7, "b").build();

        // When
        BatchPlan plan = plan(BotProgress.none(), batch);

        // Then
        assertEquals(List.of(5, 7), idsOf(plan.store()));
        assertEquals(List.of(6), idsOf(plan.tooLarge()));
        assertEquals(offset(8), plan.next().nextOffset());
        assertTrue(plan.next().holds(6));

        // And delivered again, it does not go to quarantine again
        BatchPlan again = plan(plan.next(), batch, Set.of(5, 7));
        assertEquals(List.of(), again.tooLarge());
        assertEquals(3, again.duplicates());
        assertEquals(1, again.next().sequence());
    }

    @Test
    @Tag("R35")
    @Tag("R40")
    void plansTheSameAgainAfterAFailedCommit() {
        BotProgress before = after(ids(10, 11));
        UpdateBatch batch =
                batch().with(12, "a").withRejected("{}").with(14, "b").build();

        assertEquals(plan(before, batch), plan(before, batch));
    }

    private static IngestEvent reset(int sent, int first, int duplicates, int overlapping) {
        return new IngestEvent.SequenceReset(BOT.botId(), NOW, BOT.instance(), sent, first, duplicates, overlapping);
    }

    private static IngestEvent gap(int first, int last, long missing) {
        return gap(first, last, missing, -1);
    }

    private static IngestEvent gap(int first, int last, long missing, long downMs) {
        return new IngestEvent.Gap(
                BOT.botId(),
                NOW,
                BOT.instance(),
                IngestEvent.GapCause.IDS,
                offset(first),
                offset(last),
                OptionalLong.of(missing),
                downMs < 0 ? OptionalLong.empty() : OptionalLong.of(downMs));
    }
}
