package dev.sluice.outbound.desk.board;

import java.util.List;

/**
 * What has changed since they were last taken, each only so far as it is worth telling.
 *
 * @param changed keys of reviews that are open, and new or different
 * @param closed keys of those that are not open any more
 * @param more whether there were more of either than are told
 * @param outcomes the newest first
 */
public record Changes(
        List<LaneRow> lanes, List<String> changed, List<String> closed, boolean more, List<Told> outcomes) {
    public Changes {
        lanes = List.copyOf(lanes);
        changed = List.copyOf(changed);
        closed = List.copyOf(closed);
        outcomes = List.copyOf(outcomes);
    }

    /** Whether any review has come, changed or gone. */
    public boolean ofReviews() {
        return more || !changed.isEmpty() || !closed.isEmpty();
    }
}
