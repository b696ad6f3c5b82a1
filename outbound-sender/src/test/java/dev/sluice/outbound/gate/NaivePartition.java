package dev.sluice.outbound.gate;

import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The naive gates of a partition, and what they share: the dispatcher, its capacity, and the numbers. */
final class NaivePartition implements Gates {

    final GateSettings settings;
    final Map<Sender, NaiveGate> gates = new LinkedHashMap<>();
    long lastGrant = -1;
    long epoch = -1;
    long openedAfter = -1;
    long heardAt = Long.MIN_VALUE / 2;
    boolean closing;
    int capacity;

    NaivePartition(GateSettings settings, List<Sender> senders) {
        this.settings = settings;
        senders.forEach(sender -> gates.put(sender, new NaiveGate(this)));
    }

    NaivePartition copy() {
        NaivePartition n = new NaivePartition(settings, List.of());
        gates.forEach((sender, gate) -> n.gates.put(sender, gate.copy(n)));
        n.lastGrant = lastGrant;
        n.epoch = epoch;
        n.openedAfter = openedAfter;
        n.heardAt = heardAt;
        n.closing = closing;
        n.capacity = capacity;
        return n;
    }

    /** The gate is made anew on another host. */
    void restarted(long skew, Now now) {
        gates.values().forEach(gate -> gate.restarted(skew, now));
        heardAt = Long.MIN_VALUE / 2;
        closing = false;
        capacity = 0;
    }

    /** All that was stored before has been read. */
    void open(Now now) {
        gates.values().forEach(gate -> gate.open(now));
        reopen();
    }

    void reopen() {
        heardAt = Long.MIN_VALUE / 2;
    }

    @Override
    public NaiveGate of(Sender sender) {
        NaiveGate gate = gates.get(sender);
        if (gate == null) {
            throw new AssertionError("no such sender: " + sender);
        }
        return gate;
    }

    @Override
    public void owner(long number, OptionalLong taken, OptionalLong oldest, int slots, Now now) {
        if (number < epoch) {
            return;
        }
        heardAt = now.gateMs();
        capacity = slots;
        if (number > epoch) {
            epoch = number;
            closing = false;
            openedAfter = lastGrant;
            gates.values().forEach(gate -> gate.opened(taken, now));
        } else {
            gates.values().forEach(gate -> gate.beat(taken, oldest, now));
        }
    }

    /** Whether the dispatcher can take one more. */
    boolean hasCredit() {
        return gates.values().stream().mapToLong(NaiveGate::unreported).sum() < 2L * capacity;
    }

    void pass(Now now) {
        gates.values().forEach(gate -> gate.pass(now));
    }

    Optional<String> missing(Now now) {
        return gates.values().stream()
                .flatMap(gate -> gate.missing(now).stream())
                .findFirst();
    }

    /** What must have come out since this was asked last. */
    List<String> outcomes() {
        List<String> all = new ArrayList<>();
        gates.values().forEach(gate -> {
            all.addAll(gate.outcomes);
            gate.outcomes.clear();
        });
        return all;
    }

    Map<String, Integer> reviews() {
        Map<String, Integer> all = new HashMap<>();
        gates.values().forEach(gate -> all.putAll(gate.reviews()));
        return all;
    }

    boolean isBusy() {
        return gates.values().stream().anyMatch(NaiveGate::isBusy);
    }
}
