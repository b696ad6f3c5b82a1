package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;

/**
 * How bulk and replies share a sender. While both wait, bulk gets its share and replies the rest. Bulk is spread over the
 * bot's window instead of filling it in one go, so that a slot comes free every few milliseconds for a reply.
 */
final class BulkPace {

    /** A late timer may be made up for by so many grants at once. */
    private static final int CATCH_UP = 3;

    private final Limit limit;
    private final double share;
    private double owed;
    private long dueMicros = Long.MIN_VALUE / 2;

    BulkPace(GateSettings settings) {
        limit = settings.bot();
        share = settings.bulkShare();
    }

    /** When the next bulk grant is due, whatever replies there are. */
    long dueMs() {
        return Math.floorDiv(dueMicros + 999, 1_000);
    }

    boolean isBulkOwed() {
        return owed + share >= 1;
    }

    void granted(Priority priority, boolean bothWait, int weight, Now now) {
        if (bothWait) {
            owed = Math.min(1, owed + share);
        }
        if (priority == Priority.BULK) {
            if (bothWait) {
                owed = Math.max(0, owed - 1);
            }
            long distance = limit.windowMs() * 1_000 / limit.count() * weight;
            dueMicros = Math.max(dueMicros, now.gateMs() * 1_000 - (CATCH_UP - 1) * distance) + distance;
        }
    }
}
