package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.Sender;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;

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

    private final Ownership ownership;
    private final SenderTable senders;
    private int turn;

    /** Whether the wakes count on grants; they are looked at anew when that changes. */
    private boolean wereAllowed;

    public PartitionGate(Function<Sender, GateSettings> settings, Stores stores, Output output) {
        ownership = new Ownership(stores::savePartition);
        senders = new SenderTable(settings, stores, output, ownership);
    }

    // ---- rebuild: partition and lanes first, then chats, then jobs; jobs may go on while events already come in ----

    public void restore(PartitionState state) {
        ownership.restore(state);
    }

    /** @param skewMs what clocks of two hosts may differ by; added to stored deadlines */
    public void restoreLane(Sender sender, LaneState state, long skewMs, Now now) {
        senders.of(sender, now).restore(state, skewMs);
    }

    public void restoreCooldown(Sender sender, long untilMs, long skewMs, Now now) {
        senders.of(sender, now).restoreCooldown(untilMs, skewMs);
    }

    public void restoreChat(Sender sender, ChatState state, long skewMs, Now now) {
        senders.of(sender, now).restore(state, skewMs, now);
    }

    /** One that an event has touched since the scan began is passed over: what the scan shows of it is old. */
    public void restoreJob(Job job, long skewMs, Now now) {
        senders.of(job.spec().sender(), now).restore(job, skewMs, now);
    }

    /** All that is stored has been shown. */
    public void rebuilt() {
        senders.rebuilt();
    }

    /** All that was stored before has been read: from here on time counts, and the owner's next word opens the grants. */
    public void open(Now now) {
        senders.open(now);
        reopen(now);
    }

    /**
     * The same for a gate that was open, has stood still, and has now read what was stored meanwhile. Its memory is whole, so
     * nobody rests: a slot whose send was reported late only comes free later.
     */
    public void reopen(Now now) {
        senders.noticeStep(now);
        ownership.forget(now);
        senders.settleAll(now);
    }

    // ---- events ----

    public Optional<Refusal> accept(JobSpec spec, Now now) {
        SenderGate gate = senders.of(spec.sender(), now);
        return settled(gate, gate.accept(spec, now), now);
    }

    public Optional<Refusal> cancel(Sender sender, String requestId, Now now) {
        SenderGate gate = senders.of(sender, now);
        return settled(gate, gate.cancel(requestId, now), now);
    }

    /** @param before wall time; the command's own record timestamp, if it names none */
    public void cancelChat(Sender sender, String chatKey, long before, Now now) {
        SenderGate gate = senders.of(sender, now);
        gate.cancelChat(chatKey, before, now);
        senders.settle(gate, now);
    }

    public Optional<Refusal> resolve(Sender sender, String requestId, int attempt, Decision decision, Now now) {
        SenderGate gate = senders.of(sender, now);
        return settled(gate, gate.resolve(requestId, attempt, decision, now), now);
    }

    public void pause(Sender sender, boolean on, Now now) {
        SenderGate gate = senders.of(sender, now);
        gate.pause(on);
        senders.settle(gate, now);
    }

    /**
     * A dispatcher has credentials of the sender that it did not have before.
     *
     * @param number of its epoch; what somebody says who is no longer the owner is of no use
     */
    public void credentials(Sender sender, long number, Now now) {
        SenderGate gate = senders.find(sender);
        if (gate != null && !ownership.isPast(number)) {
            gate.credentials();
            senders.settle(gate, now);
        }
    }

    public void result(Sender sender, ResultFacts facts, Now now) {
        SenderGate gate = senders.of(sender, now);
        gate.result(facts, now);
        senders.settle(gate, now);
    }

    public void sending(Sender sender, long grantId, String requestId, long msSinceSent, Now now) {
        SenderGate gate = senders.of(sender, now);
        gate.sending(grantId, requestId, msSinceSent, now);
        senders.settle(gate, now);
    }

    /** @param restMs how long the dispatcher wants nothing of this sender */
    public void returned(Sender sender, long grantId, String requestId, ReturnReason reason, long restMs, Now now) {
        if (reason == ReturnReason.CLOSING) {
            ownership.closing(grantId);
        }
        SenderGate gate = senders.of(sender, now);
        gate.returned(grantId, requestId, reason, restMs, now);
        senders.settle(gate, now);
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
        OwnerWatch.Word word = ownership.hear(number, epoch, taken, capacity, now);
        if (word == OwnerWatch.Word.STALE) {
            return;
        }
        for (SenderGate gate : senders.all()) {
            if (word == OwnerWatch.Word.OPENING) {
                gate.opened(taken.orElse(Long.MAX_VALUE), now);
            } else {
                gate.beat(ownership.openedAfter(), taken.orElse(-1), oldest.orElse(Long.MAX_VALUE), now);
            }
            senders.settle(gate, now);
        }
    }

    // ---- time ----

    /**
     * What time and the last events have made possible, up to {@code limit} grants and a bounded part of everything else.
     *
     * @return grants made; when it is the limit there may be more to do at once
     */
    public int advance(Now now, int limit) {
        if (!senders.isOpen()) {
            return 0;
        }
        boolean allowed = ownership.isAlive(now);
        if (senders.followStep(now) || allowed != wereAllowed) {
            wereAllowed = allowed;
            senders.settleAll(now);
        }
        int granted = 0;
        List<SenderGate> due = senders.due(now);
        // where the limit or the credit ends, it ends for another each time
        Collections.rotate(due, -turn++);
        for (SenderGate gate : due) {
            boolean inOrder = gate.pass(now, MAX_WORK);
            if (allowed && inOrder && granted < limit) {
                granted += gate.grant(now, limit - granted, ownership.epoch());
            }
            senders.rest(gate, now);
        }
        return granted;
    }

    /**
     * When {@link #advance} has something to do next, if nothing happens before; gate time. May lie in the past while the
     * dispatcher's capacity is used up.
     */
    public long nextWakeMs() {
        return senders.nextWakeMs();
    }

    public Optional<LaneView> view(Sender sender) {
        return Optional.ofNullable(senders.find(sender)).map(SenderGate::view);
    }

    /** The senders that memory knows, in no order. */
    public Iterable<Sender> senders() {
        return senders.names();
    }

    int chatsInMemory(Sender sender) {
        SenderGate gate = senders.find(sender);
        return gate == null ? 0 : gate.chatsInMemory();
    }

    private Optional<Refusal> settled(SenderGate gate, Optional<Refusal> refusal, Now now) {
        senders.settle(gate, now);
        return refusal;
    }
}
