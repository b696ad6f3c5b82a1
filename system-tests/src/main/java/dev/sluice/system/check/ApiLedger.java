package dev.sluice.system.check;

import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.local.botapi.LedgerSequence;
import dev.sluice.local.botapi.core.IdRanges;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The simulated API's own account of what it was given to deliver and what became of it: the truth of all checks. */
public final class ApiLedger {
    private final Map<String, ApiSequence> sequences = new LinkedHashMap<>();

    /** Takes what became of each id sequence, and the updates that were queued, which are read later or at a standstill. */
    public ApiLedger(Collection<LedgerSequence> summaries, Collection<LedgerPush> pushes) {
        for (LedgerPush push : pushes) {
            sequence(push.botId(), push.sequence()).pushed().put(push.updateId(), push.sha256());
        }
        for (LedgerSequence summary : summaries) {
            ApiSequence sequence = sequence(summary.botId(), summary.sequence());
            add(summary.confirmed(), sequence.confirmed());
            add(summary.deletedUnseen(), sequence.confirmed());
            add(summary.expired(), sequence.gone());
            add(summary.dropped(), sequence.dropped());
        }
    }

    Collection<ApiSequence> sequences() {
        return sequences.values();
    }

    /** The bots it speaks of. */
    public Set<Long> bots() {
        Set<Long> bots = new TreeSet<>();
        sequences.values().forEach(s -> bots.add(s.botId()));
        return bots;
    }

    /** Updates that were queued for delivery. */
    public long pushed() {
        return sequences.values().stream().mapToLong(s -> s.pushed().size()).sum();
    }

    private ApiSequence sequence(long botId, int number) {
        return sequences.computeIfAbsent(botId + "/" + number, key -> new ApiSequence(botId));
    }

    private static void add(IdRanges ranges, IdSet to) {
        for (int r = 0; r < ranges.ranges(); r++) {
            to.add(ranges.first(r), ranges.last(r));
        }
    }
}
