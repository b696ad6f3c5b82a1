package dev.sluice.outbound.desk.board;

import dev.sluice.model.JobKey;
import dev.sluice.model.Sender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Gathers what changes between two looks; what it holds does not grow with what happens in between. */
final class ChangeLog {
    static final int KEYS = 200;
    static final int OUTCOMES = 50;

    /** Lanes in one look; the others wait for the next. There are as many as senders at most. */
    static final int LANES = 500;

    private final Set<Sender> lanes = new LinkedHashSet<>();
    private final Map<JobKey, Boolean> reviews = new LinkedHashMap<>();
    private final Deque<Told> outcomes = new ArrayDeque<>();
    private boolean more;

    void lane(Sender sender) {
        lanes.add(sender);
    }

    /** The last word on each key is kept. */
    void review(JobKey key, boolean open) {
        lanes.add(key.sender());
        if (reviews.size() < KEYS || reviews.containsKey(key)) {
            reviews.put(key, open);
        } else {
            more = true;
        }
    }

    void outcome(Told told) {
        outcomes.addFirst(told);
        if (outcomes.size() > OUTCOMES) {
            outcomes.removeLast();
        }
    }

    /** Everything gathered, which is then forgotten. */
    Changes take(Function<Sender, List<LaneRow>> rows) {
        List<Sender> now = lanes.stream().limit(LANES).toList();
        now.forEach(lanes::remove);
        List<String> changed = new ArrayList<>();
        List<String> closed = new ArrayList<>();
        reviews.forEach((key, open) -> (open ? changed : closed).add(key.text()));
        Changes changes = new Changes(
                now.stream().flatMap(sender -> rows.apply(sender).stream()).toList(),
                changed,
                closed,
                more,
                List.copyOf(outcomes));
        reviews.clear();
        outcomes.clear();
        more = false;
        return changes;
    }
}
