package dev.sluice.outbound.gate;

import java.util.function.LongConsumer;

/**
 * Numbers of a partition that only grow and never come twice, across restarts too: grants, and places of jobs. They are
 * reserved in blocks, so that storing them costs one write for many. A start without stored state begins at the wall's time,
 * above whatever was given out before the state was lost.
 */
final class Numbers {

    private static final int BLOCK = 1_000;

    private final LongConsumer reserve;
    private long last = -1;
    private long reserved = -1;

    /** @param reserve stores the highest number that may be given out */
    Numbers(LongConsumer reserve) {
        this.reserve = reserve;
    }

    void startAfter(long stored) {
        last = stored;
        reserved = stored;
    }

    static long firstOf(Now now) {
        return now.wallMs() * BLOCK;
    }

    long next() {
        if (last >= reserved) {
            reserved = last + BLOCK;
            reserve.accept(reserved);
        }
        return ++last;
    }

    /** Nothing up to that one is given out from here on. */
    void raise(long number) {
        last = Math.max(last, number);
    }

    /** The last one given out. */
    long last() {
        return last;
    }
}
