package dev.sluice.outbound.topology;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.gate.ReturnReason;
import dev.sluice.outbound.wire.Epochs;
import dev.sluice.outbound.wire.GateRecord;
import java.util.OptionalLong;
import java.util.UUID;

/** What dispatchers say about partitions and about attempts that they have not ended, in the gate's words. */
final class DispatcherWords {
    /** What may be granted before the first beat says what the dispatcher can take. */
    private static final int FIRST_CAPACITY = 32;

    private final PartitionGate gate;

    DispatcherWords(PartitionGate gate) {
        this.gate = gate;
    }

    /** An owner begins. Whatever it finds taken is its predecessors', so of its own it has nothing open. */
    void opened(GateRecord.Opened opened, Now now) {
        gate.owner(opened.number(), uuid(opened.epoch()), opened.taken(), OptionalLong.empty(), FIRST_CAPACITY, now);
    }

    void beat(GateRecord.Beat beat, Now now) {
        gate.owner(Epochs.number(beat.epoch()), uuid(beat.epoch()), beat.taken(), beat.oldest(), beat.capacity(), now);
    }

    void returned(Sender sender, GateRecord.Returned returned, Now now) {
        ReturnReason reason = switch (returned.reason()) {
            case LEASE -> ReturnReason.LEASE;
            case COOLDOWN -> ReturnReason.COOLDOWN;
            case CAPACITY -> ReturnReason.CAPACITY;
            case CLOSING -> ReturnReason.CLOSING;
            case NO_CREDENTIALS -> ReturnReason.NO_CREDENTIALS;
        };
        gate.returned(sender, returned.grantId(), returned.requestId(), reason, returned.restMs(), now);
    }

    /** The gate's {@code number:uuid} as it stands in an attempt. */
    static String epoch(String ofGate) {
        int colon = ofGate.indexOf(':');
        return Epochs.of(Long.parseLong(ofGate.substring(0, colon)), UUID.fromString(ofGate.substring(colon + 1)));
    }

    private static String uuid(String epoch) {
        return epoch.substring(epoch.indexOf('-') + 1);
    }
}
