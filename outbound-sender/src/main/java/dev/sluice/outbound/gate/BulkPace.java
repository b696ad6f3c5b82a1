package dev.sluice.outbound.gate;

import dev.sluice.model.Priority;

/**
 * How bulk and replies share a sender. While both wait, bulk gets its share and replies the rest. Bulk is spread over the
 * bot's window instead of filling it in one go, so that a slot comes free every few milliseconds for a reply.
 */
final class BulkPace {

    /** A timer that is late by so much may be made up for at once, by so many grants at least. */
    private static final long CATCH_UP_MS = 50;

    private static final int CATCH_UP = 3;

    private final Limit limit;
    private final double share;
    private final long catchUp;
    private double owed;
    private long dueMicros = Long.MIN_VALUE / 2;

    BulkPace(GateSettings settings) {
        limit = settings.bot();
        share = settings.bulkShare();
        catchUp = Math.max(CATCH_UP, limit.count() * CATCH_UP_MS / limit.windowMs());
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
            dueMicros = Math.max(dueMicros, now.gateMs() * 1_000 - (catchUp - 1) * distance) + distance;
        }
    }
}
