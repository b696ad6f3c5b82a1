package dev.sluice.ingest.rules;

import dev.sluice.model.IngestEvent;
import dev.sluice.model.StoredRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The ranges of stored ids, in time buckets. A range holds no id that is not stored: it grows only by the id after its last
 * one, within its sequence and its bucket.
 */
final class RecentRanges {

    /**
     * The list travels in every checkpoint, so it should be short; and it forgets by whole buckets, so they should be
     * short too. With an hour, a bot without gaps needs 49 ranges for 48 hours and 169 for the longest window, some 1.5 and
     * 5 KB of checkpoint, and most of the {@value #MAX_RANGES} are left for gaps. The length is not derived from the
     * window: a bucket must mean the same after the setting was changed.
     */
    static final Duration BUCKET = Duration.ofHours(1);

    /** What a checkpoint may hold (CONTRACT). */
    static final int MAX_RANGES = 1_000;

    private final List<StoredRange> ranges;
    private int trimmed;

    RecentRanges(List<StoredRange> ranges) {
        this.ranges = new ArrayList<>(ranges);
    }

    /** Drops what is older than the window for certain: a bucket counts from its end, since its last id may be that new. */
    void dropOlderThan(Duration window, Instant now) {
        long bound = now.minus(window).minus(BUCKET).getEpochSecond();
        ranges.removeIf(range -> range.storedAtSeconds() < bound);
    }

    void add(SortedSet<Integer> ids, int sequence, Instant now) {
        long bucket = Math.max(0, Math.floorDiv(now.getEpochSecond(), BUCKET.toSeconds()) * BUCKET.toSeconds());
        int first = ids.first();
        int last = first;
        for (int id : ids) {
            if (id > last + 1) {
                addRun(first, last, bucket, sequence);
                first = id;
            }
            last = id;
        }
        addRun(first, last, bucket, sequence);
    }

    /** Drops the oldest beyond the limit, and says so: their updates would be stored again if they came again. */
    Optional<IngestEvent> trim(BotContext bot, Instant now) {
        trimmed = Math.max(0, ranges.size() - MAX_RANGES);
        if (trimmed == 0) {
            return Optional.empty();
        }
        List<StoredRange> oldest = ranges.subList(0, trimmed);
        IngestEvent event = new IngestEvent.RecentTrimmed(
                bot.botId(),
                now,
                bot.instance(),
                trimmed,
                oldest.get(0).first(),
                oldest.get(trimmed - 1).last());
        oldest.clear();
        return Optional.of(event);
    }

    int trimmed() {
        return trimmed;
    }

    List<StoredRange> toList() {
        return ranges;
    }

    private void addRun(int first, int last, long bucket, int sequence) {
        if (!ranges.isEmpty()) {
            StoredRange newest = ranges.get(ranges.size() - 1);
            if (newest.sequence() == sequence && newest.storedAtSeconds() == bucket && newest.last() + 1 == first) {
                ranges.set(ranges.size() - 1, new StoredRange(newest.first(), last, bucket, sequence));
                return;
            }
        }
        ranges.add(new StoredRange(first, last, bucket, sequence));
    }
}
