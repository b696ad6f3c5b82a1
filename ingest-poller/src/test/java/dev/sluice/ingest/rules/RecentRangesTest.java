package dev.sluice.ingest.rules;

import static dev.sluice.ingest.rules.Batches.BOT;
import static dev.sluice.ingest.rules.Batches.NOW;
import static dev.sluice.ingest.rules.Batches.ids;
import static dev.sluice.ingest.rules.Batches.plan;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.IngestEvent;
import dev.sluice.model.StoredRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecentRangesTest {
    private static final Instant HOUR = Instant.parse("2026-11-30T12:00:00Z");

    @Test
    void growsARangeWithinItsHour() {
        BotProgress progress = at(HOUR, BotProgress.none(), 1, 2, 3);
        progress = at(HOUR.plusSeconds(3599), progress, 4, 5);

        assertEquals(List.of(new StoredRange(1, 5, HOUR.getEpochSecond(), 1)), progress.recent());
    }

    @Test
    void beginsARangeWithEachHour() {
        BotProgress progress = at(HOUR, BotProgress.none(), 1);
        progress = at(HOUR.plusSeconds(3600), progress, 2);

        assertEquals(
                List.of(
                        new StoredRange(1, 1, HOUR.getEpochSecond(), 1),
                        new StoredRange(2, 2, HOUR.getEpochSecond() + 3600, 1)),
                progress.recent());
    }

    @Test
    void neverBridgesAGap() {
        BotProgress progress = at(HOUR, BotProgress.none(), 1, 2, 4, 5);
        progress = at(HOUR, progress, 7);

        assertEquals(List.of("1-2", "4-5", "7-7"), text(progress));
    }

    @Test
    void keepsTheRangesOfSequencesApart() {
        BotProgress progress = at(HOUR, BotProgress.none(), 5, 6);
        progress = at(HOUR, progress, 3, 4);
        progress = at(HOUR, progress, 5);

        assertEquals(List.of("5-6", "3-5"), text(progress));
        assertEquals(2, progress.recent().get(1).sequence());
    }

    @Test
    void sortsWhatCameOutOfOrder() {
        assertEquals(List.of("1-4", "9-9"), text(at(HOUR, BotProgress.none(), 3, 1, 9, 2, 4)));
    }

    @Test
    void forgetsARangeOnlyWhenItsLastIdIsOlderThanTheWindow() {
        // Given ids stored in the first and in the last second of an hour
        Instant lastSecond = HOUR.plusSeconds(3599);
        BotProgress progress = at(lastSecond, at(HOUR, BotProgress.none(), 1), 2);

        // When the window of the last one ends, and an hour's rest later
        Instant end = lastSecond.plus(Batches.LIMITS.dedupeWindow());
        BotProgress inside = at(end, progress, 10);
        BotProgress after = at(end.plusSeconds(2), progress, 10);

        // Then
        assertTrue(inside.holds(2));
        assertEquals(List.of("10-10"), text(after));
    }

    @Test
    void staysSmallForABusyBotWithoutGaps() {
        // Given an update a minute for a week
        BotProgress progress = BotProgress.none();
        for (int minute = 0; minute < 7 * 24 * 60; minute++) {
            progress = at(HOUR.plus(Duration.ofMinutes(minute)), progress, minute + 1);
        }

        assertTrue(
                progress.recent().size() <= 50, "ranges: " + progress.recent().size());
    }

    @Test
    void forgetsTheOldestBeyondTheLimitAndSaysSo() {
        // Given as many ranges as there may be
        BotProgress progress = BotProgress.none();
        for (int i = 0; i < 1_000; i++) {
            progress = at(HOUR, progress, 10 + 2 * i);
        }
        assertEquals(1_000, progress.recent().size());

        // When
        BatchPlan plan = plan(progress, ids(3_000, 3_002, 3_004));

        // Then
        assertEquals(3, plan.trimmedRanges());
        assertEquals(1_000, plan.next().recent().size());
        assertEquals(16, plan.next().recent().get(0).first());
        assertTrue(plan.events().contains(new IngestEvent.RecentTrimmed(BOT.botId(), NOW, BOT.instance(), 3, 10, 14)));
    }

    private static BotProgress at(Instant time, BotProgress progress, int... ids) {
        return plan(progress, ids(ids), Set.of(), Optional.empty(), time).next();
    }

    private static List<String> text(BotProgress progress) {
        return progress.recent().stream()
                .map(range -> range.first() + "-" + range.last())
                .toList();
    }
}
