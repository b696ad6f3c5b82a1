package dev.sluice.outbound.gate;

import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The senders of a partition, and when to look at which of them again. */
final class SenderTable {

    private final Function<Sender, GateSettings> settings;
    private final PartitionGate.Stores stores;
    private final Output output;
    private final Ownership ownership;
    private final Map<Sender, SenderGate> gates = new HashMap<>();
    private final TimeHeap<SenderGate> wakes = new TimeHeap<>(new WakePlace());

    /** Every sender rests a moment from here, also one that nothing is stored of. */
    private OptionalLong openedAt = OptionalLong.empty();

    private boolean complete;

    /** The wall's lead over the gate's clock when wakes were last computed: they are void when it steps. */
    private long wallLead;

    private boolean stepped;

    SenderTable(
            Function<Sender, GateSettings> settings, PartitionGate.Stores stores, Output output, Ownership ownership) {
        this.settings = settings;
        this.stores = stores;
        this.output = output;
        this.ownership = ownership;
    }

    @Nullable
    SenderGate find(Sender sender) {
        return gates.get(sender);
    }

    SenderGate of(Sender sender, Now now) {
        SenderGate known = gates.get(sender);
        if (known != null) {
            return known;
        }
        ownership.count(now);
        SenderGate gate = new SenderGate(new SenderParts(settings.apply(sender), stores.of(sender), output, ownership));
        if (complete) {
            gate.rebuilt();
        }
        openedAt.ifPresent(gate::rest);
        gates.put(sender, gate);
        return gate;
    }

    Iterable<Sender> names() {
        return gates.keySet();
    }

    Collection<SenderGate> all() {
        return gates.values();
    }

    void rebuilt() {
        complete = true;
        ownership.openings.rebuilt();
        gates.values().forEach(SenderGate::rebuilt);
    }

    boolean isOpen() {
        return openedAt.isPresent();
    }

    void open(Now now) {
        openedAt = OptionalLong.of(now.gateMs());
        gates.values().forEach(gate -> gate.rest(now.gateMs()));
    }

    /** Something has happened to the sender, which may have made room. */
    void settle(SenderGate gate, Now now) {
        gate.look();
        rest(gate, now);
    }

    void settleAll(Now now) {
        gates.values().forEach(gate -> settle(gate, now));
    }

    /** Until there is something to do for the sender. */
    void rest(SenderGate gate, Now now) {
        noticeStep(now);
        gate.wakeAtMs = gate.settle(now, ownership.isAlive(now));
        if (gate.wakeAtMs == Long.MAX_VALUE) {
            wakes.remove(gate);
        } else {
            wakes.put(gate);
        }
    }

    /** Those whose time has come; they rest again by {@link #rest}. */
    List<SenderGate> due(Now now) {
        List<SenderGate> due = new ArrayList<>();
        for (SenderGate gate = wakes.first(); gate != null && gate.wakeAtMs <= now.gateMs(); gate = wakes.first()) {
            wakes.remove(gate);
            due.add(gate);
        }
        return due;
    }

    long nextWakeMs() {
        return wakes.firstTime();
    }

    /** Wakes that hang on the wall are void once it has stepped, also when it has stepped back since. */
    void noticeStep(Now now) {
        long lead = now.wallMs() - now.gateMs();
        stepped |= Math.abs(lead - wallLead) > 1;
        wallLead = lead;
    }

    /** Does what a step of the wall calls for; says whether there was one. */
    boolean followStep(Now now) {
        noticeStep(now);
        boolean was = stepped;
        if (was) {
            gates.values().forEach(gate -> gate.steppedBack(now));
            stepped = false;
        }
        return was;
    }

    private static final class WakePlace implements TimeHeap.Access<SenderGate> {
        @Override
        public long time(SenderGate gate) {
            return gate.wakeAtMs;
        }

        @Override
        public int place(SenderGate gate) {
            return gate.wakePlace;
        }

        @Override
        public void place(SenderGate gate, int place) {
            gate.wakePlace = place;
        }
    }
}
