package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All senders of one partition, and the dispatcher that serves it. The one object the topology talks to: events go in, in the
 * order in which they are read, and what follows goes to {@link Stores} and {@link Output}. Nothing time-driven happens
 * before {@link #open}. Made anew at each start of a task, from what is stored. Not thread-safe.
 *
 * <p>After each record and on each timer: {@link #advance}.
 */
public final class PartitionGate {

    /** Where the state of a partition is stored. */
    public interface Stores {
        /** The pieces of one sender. */
        Pieces of(Sender sender);

        void savePartition(PartitionState state);
    }

    /** Jobs that expire, come due or wake in one go. */
    private static final int MAX_WORK = 1_000;

    private final Function<Sender, GateSettings> settings;
    private final Stores stores;
    private final Output output;
    private final Numbers numbers;
    private final OwnerWatch owner = new OwnerWatch();
    private final Credit credit = new Credit();
    private final Map<Sender, SenderGate> gates = new HashMap<>();
    private final TimeHeap<SenderGate> wakes = new TimeHeap<>(new WakePlace());
    private long reserved;
    private long openedAfter = -1;
    private boolean counting;
    private int turn;

    /** Every sender rests a moment from here, also one that nothing is stored of. */
    private OptionalLong openedAt = OptionalLong.empty();

    private boolean complete;

    /** Whether the wakes count on grants; they are looked at anew when that changes. */
    private boolean wereAllowed;

    /** The wall's lead over the gate's clock when wakes were last computed: they are void when it steps. */
    private long wallLead;

    private boolean stepped;

    public PartitionGate(Function<Sender, GateSettings> settings, Stores stores, Output output) {
        this.settings = settings;
        this.stores = stores;
        this.output = output;
        numbers = new Numbers(highest -> {
            reserved = highest;
            save();
        });
    }

    // ---- rebuild: partition and lanes first, then chats, then jobs; jobs may go on while events already come in ----

    public void restore(PartitionState state) {
        reserved = state.reserved();
        openedAfter = state.openedAfter();
        numbers.startAfter(reserved);
        counting = true;
        if (state.number() >= 0) {
            owner.restore(state.number(), state.epoch());
        }
    }

    /** @param skewMs what clocks of two hosts may differ by; added to stored deadlines */
    public void restoreLane(Sender sender, LaneState state, long skewMs, Now now) {
        gate(sender, now).restore(state, skewMs);
    }

    public void restoreCooldown(Sender sender, long untilMs, long skewMs, Now now) {
        gate(sender, now).restoreCooldown(untilMs, skewMs);
    }

    public void restoreChat(Sender sender, ChatState state, long skewMs, Now now) {
        gate(sender, now).restore(state, skewMs, now);
    }

    /** One that an event has touched since the scan began is passed over: what the scan shows of it is old. */
    public void restoreJob(Job job, long skewMs, Now now) {
        gate(job.spec().sender(), now).restore(job, skewMs, now);
    }

    /** All that is stored has been shown. */
    public void rebuilt() {
        complete = true;
        gates.values().forEach(SenderGate::rebuilt);
    }

    /** All that was stored before has been read: from here on time counts, and the owner's next word opens the grants. */
    public void open(Now now) {
        openedAt = OptionalLong.of(now.gateMs());
        gates.values().forEach(gate -> gate.rest(now.gateMs()));
        reopen(now);
    }

    /**
     * The same for a gate that was open, has stood still, and has now read what was stored meanwhile. Its memory is whole, so
     * nobody rests: a slot whose send was reported late only comes free later.
     */
    public void reopen(Now now) {
        noticeStep(now);
        owner.forget(now);
        gates.values().forEach(gate -> settle(gate, now));
    }

    // ---- events ----

    public Optional<Refusal> accept(JobSpec spec, Now now) {
        SenderGate gate = gate(spec.sender(), now);
        return settled(gate, gate.accept(spec, now), now);
    }

    public Optional<Refusal> cancel(Sender sender, String requestId, Now now) {
        SenderGate gate = gate(sender, now);
        return settled(gate, gate.cancel(requestId, now), now);
    }

    /** @param before wall time; the command's own record timestamp, if it names none */
    public void cancelChat(Sender sender, String chatKey, long before, Now now) {
        SenderGate gate = gate(sender, now);
        gate.cancelChat(chatKey, before, now);
        settle(gate, now);
    }

    public Optional<Refusal> resolve(Sender sender, String requestId, int attempt, Decision decision, Now now) {
        SenderGate gate = gate(sender, now);
        return settled(gate, gate.resolve(requestId, attempt, decision, now), now);
    }

    public void pause(Sender sender, boolean on, Now now) {
        SenderGate gate = gate(sender, now);
        gate.pause(on);
        settle(gate, now);
    }

    /**
     * A dispatcher has credentials of the sender that it did not have before.
     *
     * @param number of its epoch; what somebody says who is no longer the owner is of no use
     */
    public void credentials(Sender sender, long number, Now now) {
        SenderGate gate = gates.get(sender);
        if (gate != null && number >= owner.number()) {
            gate.credentials();
            settle(gate, now);
        }
    }

    public void result(Sender sender, ResultFacts facts, Now now) {
        SenderGate gate = gate(sender, now);
        gate.result(facts, now);
        settle(gate, now);
    }

    public void sending(Sender sender, long grantId, String requestId, long msSinceSent, Now now) {
        SenderGate gate = gate(sender, now);
        gate.sending(grantId, requestId, msSinceSent, now);
        settle(gate, now);
    }

    /** @param restMs how long the dispatcher wants nothing of this sender */
    public void returned(Sender sender, long grantId, String requestId, ReturnReason reason, long restMs, Now now) {
        if (reason == ReturnReason.CLOSING && grantId > openedAfter) {
            owner.closing();
        }
        SenderGate gate = gate(sender, now);
        gate.returned(grantId, requestId, reason, restMs, now);
        settle(gate, now);
    }

    /**
     * The word of a dispatcher that says it owns this partition.
     *
     * @param number orders the epochs: the first word of a higher one opens it
     * @param epoch its text, as attempts carry it
     * @param taken the last grant it has taken; empty: not known, so all older ones count as taken
     * @param oldest the lowest grant it has taken and not reported yet; empty: none
     * @param capacity calls it can still start for this partition; empty: not said
     */
    public void owner(
            long number, String epoch, OptionalLong taken, OptionalLong oldest, OptionalInt capacity, Now now) {
        OwnerWatch.Word word = owner.hear(number, epoch, taken.isEmpty(), now);
        if (word == OwnerWatch.Word.STALE) {
            return;
        }
        if (word == OwnerWatch.Word.OPENING) {
            credit.capacity(Credit.AT_LEAST);
            count(now);
            openedAfter = numbers.last();
            save();
        }
        capacity.ifPresent(credit::capacity);
        for (SenderGate gate : gates.values()) {
            if (word == OwnerWatch.Word.OPENING) {
                gate.opened(taken.orElse(Long.MAX_VALUE), now);
            } else {
                gate.beat(openedAfter, taken.orElse(-1), oldest.orElse(Long.MAX_VALUE), now);
            }
            settle(gate, now);
        }
    }

    // ---- time ----

    /**
     * What time and the last events have made possible, up to {@code limit} grants and a bounded part of everything else.
     *
     * @return grants made; when it is the limit there may be more to do at once
     */
    public int advance(Now now, int limit) {
        if (openedAt.isEmpty()) {
            return 0;
        }
        boolean allowed = owner.isAlive(now);
        noticeStep(now);
        if (allowed != wereAllowed || stepped) {
            for (SenderGate gate : gates.values()) {
                if (stepped) {
                    gate.steppedBack(now);
                }
                settle(gate, now);
            }
            wereAllowed = allowed;
            stepped = false;
        }
        int granted = 0;
        List<SenderGate> due = due(now);
        // where the limit or the credit ends, it ends for another each time
        Collections.rotate(due, -turn++);
        for (SenderGate gate : due) {
            boolean inOrder = gate.pass(now, MAX_WORK);
            if (allowed && inOrder && granted < limit) {
                granted += gate.grant(now, limit - granted, owner.epoch());
            }
            rest(gate, now);
        }
        return granted;
    }

    /**
     * When {@link #advance} has something to do next, if nothing happens before; gate time. May lie in the past while the
     * dispatcher's capacity is used up.
     */
    public long nextWakeMs() {
        return wakes.firstTime();
    }

    public Optional<LaneView> view(Sender sender) {
        return Optional.ofNullable(gates.get(sender)).map(SenderGate::view);
    }

    /** The senders that memory knows, in no order. */
    public Iterable<Sender> senders() {
        return gates.keySet();
    }

    int chatsInMemory(Sender sender) {
        SenderGate gate = gates.get(sender);
        return gate == null ? 0 : gate.chatsInMemory();
    }

    private List<SenderGate> due(Now now) {
        List<SenderGate> due = new ArrayList<>();
        for (SenderGate gate = wakes.first(); gate != null && gate.wakeAtMs <= now.gateMs(); gate = wakes.first()) {
            wakes.remove(gate);
            due.add(gate);
        }
        return due;
    }

    private Optional<Refusal> settled(SenderGate gate, Optional<Refusal> refusal, Now now) {
        settle(gate, now);
        return refusal;
    }

    /** Wakes that hang on the wall are void once it has stepped, also when it has stepped back since. */
    private void noticeStep(Now now) {
        long lead = now.wallMs() - now.gateMs();
        stepped |= Math.abs(lead - wallLead) > 1;
        wallLead = lead;
    }

    /** After an event, which may have made room. */
    private void settle(SenderGate gate, Now now) {
        gate.look();
        rest(gate, now);
    }

    private void rest(SenderGate gate, Now now) {
        noticeStep(now);
        gate.wakeAtMs = gate.settle(now, owner.isAlive(now));
        if (gate.wakeAtMs == Long.MAX_VALUE) {
            wakes.remove(gate);
        } else {
            wakes.put(gate);
        }
    }

    private SenderGate gate(Sender sender, Now now) {
        @Nullable SenderGate known = gates.get(sender);
        if (known != null) {
            return known;
        }
        count(now);
        SenderGate gate =
                new SenderGate(new SenderParts(settings.apply(sender), stores.of(sender), output, numbers, credit));
        if (complete) {
            gate.rebuilt();
        }
        openedAt.ifPresent(gate::rest);
        gates.put(sender, gate);
        return gate;
    }

    private void count(Now now) {
        if (!counting) {
            counting = true;
            numbers.startAfter(Numbers.firstOf(now));
        }
    }

    private void save() {
        stores.savePartition(new PartitionState(reserved, owner.number(), owner.epoch(), openedAfter));
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
