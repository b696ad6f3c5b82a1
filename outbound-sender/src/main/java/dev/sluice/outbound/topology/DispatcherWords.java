package dev.sluice.outbound.topology;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.gate.ReturnReason;
import dev.sluice.outbound.wire.Epochs;
import dev.sluice.outbound.wire.GateRecord;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What dispatchers say about partitions and about attempts that they have not ended, in the gate's words. */
final class DispatcherWords {
    private final PartitionGate gate;

    DispatcherWords(PartitionGate gate) {
        this.gate = gate;
    }

    /** An owner begins. Whatever it finds taken is its predecessors', so of its own it has nothing open. */
    void opened(GateRecord.Opened opened, Now now) {
        gate.owner(opened.number(), opened.epoch(), opened.taken(), OptionalLong.empty(), OptionalInt.empty(), now);
    }

    void beat(GateRecord.Beat beat, Now now) {
        gate.owner(
                Epochs.number(beat.epoch()),
                beat.epoch(),
                beat.taken(),
                beat.oldest(),
                OptionalInt.of(beat.capacity()),
                now);
    }

    void credentials(GateRecord.Credentials credentials, Now now) {
        gate.credentials(credentials.sender(), Epochs.number(credentials.epoch()), now);
    }

    /** @param ageMs since it was said, at least: so much of its rest is over */
    void returned(Sender sender, GateRecord.Returned returned, long ageMs, Now now) {
        ReturnReason reason = switch (returned.reason()) {
            case LEASE -> ReturnReason.LEASE;
            case COOLDOWN -> ReturnReason.COOLDOWN;
            case CAPACITY -> ReturnReason.CAPACITY;
            case CLOSING -> ReturnReason.CLOSING;
            case NO_CREDENTIALS -> ReturnReason.NO_CREDENTIALS;
        };
        long restMs = Math.max(0, returned.restMs() - ageMs);
        gate.returned(sender, returned.grantId(), returned.requestId(), reason, restMs, now);
    }
}
