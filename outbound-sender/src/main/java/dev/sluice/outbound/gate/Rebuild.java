package dev.sluice.outbound.gate;

/**
 * What a gate that is rebuilt from stored pieces does about short windows. Storing each slot of a one-second window would
 * cost a write for every send; instead a rebuilt sender grants nothing until every usual slot of a short window is free.
 * Slots of long windows, and those of calls heavier than their limit, are stored.
 */
final class Rebuild {

    /** Windows up to this length are waited out. */
    static final long SHORT_MS = 2_000;

    private Rebuild() {}

    /** Whether the rest after a rebuild is longer than such a slot lasts after its send. */
    static boolean outlives(Limit limit, int weight) {
        return limit.windowMs() <= SHORT_MS && weight <= limit.count();
    }

    /** How long a rebuilt sender rests. */
    static long restMs(GateSettings settings) {
        long longest = 0;
        for (Limit limit : new Limit[] {settings.bot(), settings.chat(), settings.group()}) {
            if (limit.windowMs() <= SHORT_MS) {
                longest = Math.max(longest, limit.windowMs());
            }
        }
        return longest + settings.windowGuard().toMillis();
    }
}
