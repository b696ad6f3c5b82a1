package dev.sluice.outbound.desk.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The newest outcomes of all partitions, so many and no more. */
final class RecentOutcomes {
    private static final Comparator<Numbered> ORDER =
            Comparator.comparing((Numbered n) -> n.told().at()).thenComparingLong(Numbered::number);

    private final int capacity;
    private final TreeSet<Numbered> byAge = new TreeSet<>(ORDER);
    private @Nullable Instant since;
    private long number;

    /** @param number tells outcomes of one moment apart, in the order in which they came */
    private record Numbered(Told told, long number) {}

    RecentOutcomes(int capacity) {
        this.capacity = capacity;
    }

    void add(Told told) {
        number++;
        byAge.add(new Numbered(told, number));
        while (byAge.size() > capacity) {
            Numbered oldest = byAge.pollFirst();
            if (oldest != null) {
                knownFrom(oldest.told().at());
            }
        }
    }

    /** What is older may be missing. */
    void knownFrom(Instant time) {
        if (since == null || since.isBefore(time)) {
            since = time;
        }
    }

    OutcomePage page(OutcomeFilter filter, int limit) {
        List<Told> page = new ArrayList<>();
        for (Numbered each : byAge.descendingSet()) {
            if (page.size() == limit) {
                break;
            }
            if (filter.wants(each.told())) {
                page.add(each.told());
            }
        }
        return new OutcomePage(page, Optional.ofNullable(since));
    }
}
