package dev.sluice.ingest.rules;

import dev.sluice.model.IngestEvent;
import dev.sluice.model.StoredRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Collects ids that are missing, as ranges. An id that was stored earlier in the same sequence is not missing, even when the
 * server no longer has it.
 */
final class IdGaps {

    /** More holes than this in one batch go into a last event together. */
    static final int MAX_EVENTS = 100;

    private record Hole(int first, int last) {
        long size() {
            return (long) last - first + 1;
        }
    }

    private final List<StoredRange> stored;
    private final List<Hole> holes = new ArrayList<>();

    IdGaps(List<StoredRange> recent, int sequence) {
        stored = recent.stream()
                .filter(range -> range.sequence() == sequence)
                .sorted(Comparator.comparingInt(StoredRange::first))
                .toList();
    }

    /** Adds the ids between the two, exclusive, but for those that are stored. */
    void between(int below, int above) {
        int from = below + 1;
        if (from >= above) {
            return;
        }
        for (StoredRange range : stored) {
            if (range.last() < from || range.first() >= above) {
                continue;
            }
            if (range.first() > from) {
                holes.add(new Hole(from, range.first() - 1));
            }
            from = Math.max(from, range.last() + 1);
        }
        if (from < above) {
            holes.add(new Hole(from, above - 1));
        }
    }

    List<IngestEvent> events(BotContext bot, Instant now, Optional<Duration> outage) {
        OptionalLong downMs = outage.isPresent() ? OptionalLong.of(outage.get().toMillis()) : OptionalLong.empty();
        List<IngestEvent> events = new ArrayList<>();
        int single = holes.size() <= MAX_EVENTS ? holes.size() : MAX_EVENTS - 1;
        for (Hole hole : holes.subList(0, single)) {
            events.add(event(bot, now, hole.first(), hole.last(), hole.size(), downMs));
        }
        if (single < holes.size()) {
            List<Hole> rest = holes.subList(single, holes.size());
            long missing = rest.stream().mapToLong(Hole::size).sum();
            int last = rest.get(rest.size() - 1).last();
            events.add(event(bot, now, rest.get(0).first(), last, missing, downMs));
        }
        return events;
    }

    private static IngestEvent event(
            BotContext bot, Instant now, int first, int last, long missing, OptionalLong downMs) {
        return new IngestEvent.Gap(
                bot.botId(),
                now,
                bot.instance(),
                IngestEvent.GapCause.IDS,
                OptionalInt.of(first),
                OptionalInt.of(last),
                OptionalLong.of(missing),
                downMs);
    }
}
