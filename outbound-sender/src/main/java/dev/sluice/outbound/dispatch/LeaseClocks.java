package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Notices that the wall clock of the gate's host and ours lie further apart than a lease runs. Then every grant is too old on
 * its arrival, and comes back for ever; or none ever is, and a lease protects nothing. One that was held up on its way looks the
 * same, so only when all of a partition look so for a while it is said. Pure; on the dispatch loop's thread.
 */
final class LeaseClocks {
    /** A lease that a request's expiry has cut short is over sooner, which says nothing of clocks. */
    private static final Duration FAR = Duration.ofSeconds(10);

    private static final Duration SURE = Duration.ofSeconds(10);
    private static final Duration AGAIN = Duration.ofMinutes(1);

    /** By partition, since each has a gate on some host: since when all its grants have looked so. */
    private final Map<Integer, Long> apartSince = new HashMap<>();

    private long saidNanos;
    private boolean said;

    /**
     * A grant of our own epoch was read.
     *
     * @param arrivedAt our wall clock when it was
     * @return what to warn of; empty when there is nothing to say now
     */
    Optional<String> arrived(int partition, Attempt attempt, Instant arrivedAt, long nowNanos) {
        Duration ahead = Duration.between(attempt.grantedAt(), arrivedAt);
        boolean isApart = ahead.abs().compareTo(FAR) >= 0 && ahead.abs().toMillis() >= attempt.leaseMs();
        if (!isApart) {
            apartSince.remove(partition);
            return Optional.empty();
        }
        long since = apartSince.computeIfAbsent(partition, none -> nowNanos);
        if (nowNanos - since < SURE.toNanos() || (said && nowNanos - saidNanos < AGAIN.toNanos())) {
            return Optional.empty();
        }
        said = true;
        saidNanos = nowNanos;
        return Optional.of(text(partition, ahead));
    }

    private static String text(int partition, Duration ahead) {
        String where = ahead.isNegative() ? "behind" : "ahead of";
        String then = ahead.isNegative()
                ? "a grant that is too old is not noticed"
                : "all its grants are too old when they come, and are handed back";
        return "partition " + partition + ": the wall clock here is "
                + ahead.abs().toSeconds() + " s " + where
                + " that of its gate's host, by the granted_at of its grants; " + then + ". Set the clocks";
    }
}
