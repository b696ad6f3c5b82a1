package dev.sluice.outbound.dispatch;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * When the last calls of a tenure were sent, as windows count it ({@link ArrivalTimes}), for the grants that wait for them. For longer windows than these few seconds the
 * gate's bound has to do, which is a little later. Thread-safe.
 */
final class SentTimes {
    private static final long KEPT_NANOS = Duration.ofSeconds(5).toNanos();

    private record Sent(long grantId, long nanos) {}

    private final Map<Long, Long> byGrant = new ConcurrentHashMap<>();
    private final Queue<Sent> inOrder = new ConcurrentLinkedQueue<>();

    /** The first word about a call counts, as at the gate. */
    void sent(long grantId, long sentNanos) {
        if (byGrant.putIfAbsent(grantId, sentNanos) == null) {
            inOrder.add(new Sent(grantId, sentNanos));
        }
        for (Sent old = inOrder.peek(); old != null && sentNanos - old.nanos() > KEPT_NANOS; old = inOrder.peek()) {
            // two threads may forget at the same time: what one has removed is old all the same
            Sent removed = inOrder.poll();
            if (removed != null) {
                byGrant.remove(removed.grantId());
            }
        }
    }

    OptionalLong of(long grantId) {
        Long nanos = byGrant.get(grantId);
        return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
    }

    int size() {
        return byGrant.size();
    }
}
