package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.GateRecord;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Tells the gate once a second, for each open partition, that its grants are taken here. The beat comes from the loop itself
 * and goes the way of the results: when either stands still, the beats stop and the gate grants nothing more.
 */
final class Beats {
    private static final long EVERY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Desks desks;
    private final Slots slots;
    private final ResultPublisher publisher;
    private long next;
    private boolean begun;

    Beats(Desks desks, Slots slots, ResultPublisher publisher) {
        this.desks = desks;
        this.slots = slots;
        this.publisher = publisher;
    }

    void beat(long nowNanos) {
        if (begun && nowNanos - next < 0) {
            return;
        }
        begun = true;
        next = nowNanos + EVERY_NANOS;
        int open = (int)
                desks.all().values().stream().filter(PartitionDesk::isOpen).count();
        int capacity = (slots.free() + open - 1) / Math.max(1, open);
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
