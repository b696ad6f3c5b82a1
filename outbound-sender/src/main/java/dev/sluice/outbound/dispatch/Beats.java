package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.GateRecord;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Tells the gate once a second, for each open partition, that its grants are taken here. The beat comes from the loop itself
 * and goes the way of the results: when either stands still, the beats stop and the gate grants nothing more. One that says
 * that nothing can be taken is followed by another as soon as that has changed.
 */
final class Beats {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    /** Between two beats, when the first one said that nothing can be taken. */
    private static final long AGAIN_NANOS = Duration.ofMillis(50).toNanos();

    private final Desks desks;
    private final Slots slots;
    private final ResultPublisher publisher;
    private long last;
    private boolean begun;

    /** Whether it has told that nothing can be taken: the gate grants nothing until it hears otherwise. */
    private boolean saidFull;

    Beats(Desks desks, Slots slots, ResultPublisher publisher) {
        this.desks = desks;
        this.slots = slots;
        this.publisher = publisher;
    }

    void beat(long nowNanos) {
        boolean hasRoomAgain = saidFull && slots.free() > 0 && nowNanos - last >= AGAIN_NANOS;
        if (begun && nowNanos - last < EVERY_NANOS && !hasRoomAgain) {
            return;
        }
        begun = true;
        last = nowNanos;
        int open = (int)
                desks.all().values().stream().filter(PartitionDesk::isOpen).count();
        int capacity = (slots.free() + open - 1) / Math.max(1, open);
        saidFull = open > 0 && capacity == 0;
        desks.all().forEach((partition, desk) -> {
            if (desk.isOpen()) {
                // in this order: what is answered from here on is at most counted as unanswered
                OptionalLong oldest = desk.tenure().oldestUnanswered();
                GateRecord.Beat beat =
                        new GateRecord.Beat(desk.tenure().epoch(), desk.note().taken(), oldest, capacity);
                publisher.publish(Outgoing.once(partition, null, nanos -> beat));
            }
        });
    }
}
