package dev.sluice.outbound.gate;

import dev.sluice.model.Sender;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A partition as a history sees it, real or naive: its senders, and the word of its dispatcher. */
interface Gates {
    Events of(Sender sender);

    void owner(long epoch, OptionalLong taken, OptionalLong oldest, int capacity, Now now);

    /** The real one. */
    record Real(PartitionGate gate) implements Gates {
        @Override
        public Events of(Sender sender) {
            return new Events.Real(gate, sender);
        }

        @Override
        public void owner(long epoch, OptionalLong taken, OptionalLong oldest, int capacity, Now now) {
            gate.owner(epoch, "u" + epoch, taken, oldest, OptionalInt.of(capacity), now);
        }
    }
}
