package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.dispatch.StartRules.Step;
import dev.sluice.outbound.dispatch.StartRules.Verdict;
import dev.sluice.outbound.wire.Epochs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One assigned partition of the attempts topic: what was read of it and is neither started nor passed, in order of offset.
 * No input or output; on the dispatch loop's thread.
 *
 * <pre>
 *  offsets  … │ passed │ passed │ START │ handed back, not stored │ WAIT │ …
 *             └── position may be committed up to here ┘
 * </pre>
 *
 * <p>The position moves over the longest prefix of grants that are passed, stored as returned, or started by this very
 * commit. So the position never says of a grant that it was taken, unless it was.
 */
final class PartitionDesk {
    private final Deque<Granted> queue = new ArrayDeque<>();
    private @Nullable Tenure tenure;
    private @Nullable CommitNote note;
    private long position;
    private long committed;

    /** What orders our epoch. */
    private long ownNumber;

    /** The highest epoch number that a grant was read of which is not ours; -1 without one. */
    private long foreignNumber = -1;

    /** What one commit covers. */
    private List<Granted> prefix = List.of();

    private List<Granted> starting = List.of();

    /** The partition was taken over, by a commit of this. */
    void open(Takeover takeover) {
        tenure = new Tenure(takeover.note().epoch());
        ownNumber = Epochs.number(takeover.note().epoch());
        note = takeover.note();
        position = takeover.offset();
        committed = takeover.offset();
    }

    /**
     * Whether the gate grants to an epoch that is not below ours: it does not know of our opening, since its count of epochs is
     * ahead of the one that we found. So it takes us for somebody of the past, and nothing is started here (DESIGN section 4,
     * "Taking over a partition").
     */
    boolean isOvertaken() {
        return tenure != null && foreignNumber >= ownNumber;
    }

    /** The tenure is over, and the partition ours: it is to be opened again. What is on the wire goes on. */
    void close() {
        tenure().end();
        tenure = null;
    }

    long foreignNumber() {
        return foreignNumber;
    }

    boolean isOpen() {
        return tenure != null;
    }

    Tenure tenure() {
        return Objects.requireNonNull(tenure, "not opened");
    }

    CommitNote note() {
        return Objects.requireNonNull(note, "not opened");
    }

    void read(Granted granted) {
        queue.add(granted);
        if (!isOurs(granted)) {
            foreignNumber =
                    Math.max(foreignNumber, Epochs.numberOr(granted.attempt().epoch(), -1));
        }
    }

    /** Whether it was granted to this dispatcher, in the tenure that it has. */
    boolean isOurs(Granted granted) {
        return tenure != null && granted.attempt().epoch().equals(tenure.epoch());
    }

    /** A record that is no attempt is passed. */
    void skip(long offset) {
        if (queue.isEmpty()) {
            position = Math.max(position, offset + 1);
        }
    }

    int waiting() {
        return queue.size();
    }

    /** Hands back whatever must not start, wherever it stands: a neighbour that waits is no reason to keep it. */
    void giveBack(Function<Granted, Verdict> rules, BiConsumer<Granted, Refusal> back) {
        for (Granted granted : queue) {
            if (!granted.isGivenBack()) {
                rules.apply(granted).refusal().ifPresent(refusal -> back.accept(granted, refusal));
            }
        }
    }

    /**
     * Plans what starts now. A grant that starts holds a slot from here on, taken by {@code rules}' owner in {@code take}.
     *
     * @param take called for each that starts, before the next one is judged
     */
    void plan(Function<Granted, Verdict> rules, Consumer<Granted> take) {
        prefix = new ArrayList<>();
        starting = new ArrayList<>();
        for (Granted granted : queue) {
            if (!granted.isReturnStored()) {
                if (granted.isGivenBack()) {
                    return;
                }
                Step step = rules.apply(granted).step();
                if (step == Step.START) {
                    take.accept(granted);
                    starting.add(granted);
                } else if (step != Step.PASS) {
                    return;
                }
            }
            prefix.add(granted);
        }
    }

    List<Granted> starting() {
        return starting;
    }

    /** Whether a commit would move anything. */
    boolean isBehind() {
        return planned() > committed;
    }

    /** What to commit for the plan. */
    OffsetAndMetadata toCommit() {
        return new OffsetAndMetadata(planned(), plannedNote().metadata());
    }

    /** The commit of the plan has succeeded. */
    void committed() {
        note = plannedNote();
        pass();
        committed = position;
    }

    /** Nothing of the plan starts, so that its commit has time. */
    void pass() {
        position = planned();
        for (int i = 0; i < prefix.size(); i++) {
            queue.remove();
        }
        forgetPlan();
    }

    /** It has not, as far as we know: everything is judged anew. */
    void forgetPlan() {
        prefix = List.of();
        starting = List.of();
    }

    private long planned() {
        return prefix.isEmpty() ? position : prefix.get(prefix.size() - 1).offset() + 1;
    }

    private CommitNote plannedNote() {
        CommitNote planned = note();
        for (Granted granted : starting) {
            planned = planned.started(granted.attempt().grantId());
        }
        return planned;
    }
}
