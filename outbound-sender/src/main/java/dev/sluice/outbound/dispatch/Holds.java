package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.outbound.wire.ReturnReason;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts calls when the windows have room for them. What the gate grants early is taken like any other, and held here for the
 * rest of its wait; then it is looked at once more, since a 429, a revocation or a stop may have come meanwhile. None is
 * lost: it is started or handed back.
 *
 * <p>Used by the dispatch loop's thread; starts calls there or on {@code timer}'s.
 */
final class Holds implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Holds.class);

    /** A taken grant on its way to a call. */
    record Taken(Granted granted, Tenure tenure, long committedNanos) {}

    private final Clocks clocks;
    private final ScheduledExecutorService timer;
    private final CallReports reports;
    private final Consumer<Taken> calls;
    private final Map<Taken, Boolean> held = new ConcurrentHashMap<>();

    /** @param calls starts a call */
    Holds(Clocks clocks, ScheduledExecutorService timer, CallReports reports, Consumer<Taken> calls) {
        this.clocks = clocks;
        this.timer = timer;
        this.reports = reports;
        this.calls = calls;
    }

    /** The position behind the grant is committed, and it holds a slot: it is called as soon as it may be. */
    void start(Taken taken) {
        Granted granted = taken.granted();
        if (granted.attempt().hold().isEmpty()) {
            calls.accept(taken);
            return;
        }
        long startAt = startAt(granted.attempt(), granted.seenNanos(), taken.tenure());
        long wait = startAt - clocks.now();
        if (wait <= 0) {
            begin(taken);
            return;
        }
        held.put(taken, true);
        try {
            var unused = timer.schedule(() -> end(taken), wait, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            giveBack(taken);
        }
    }

    /**
     * When all that an attempt waits for is over. Pure.
     *
     * @param seenNanos when it was read here, which was after it was granted
     * @return as {@link System#nanoTime()}; before {@code seenNanos} for what is over already
     */
    static long startAt(Attempt attempt, long seenNanos, Tenure tenure) {
        long latest = Long.MIN_VALUE;
        for (Attempt.Hold wait : attempt.hold()) {
            // from now: nanoTime may be any number, and only differences count
            long over = nanos(wait.ms(), attempt);
            var sent = tenure.sentAt(wait.grantId());
            if (sent.isPresent()) {
                over = Math.min(over, sent.getAsLong() - seenNanos + TimeUnit.MILLISECONDS.toNanos(wait.msAfterSent()));
            }
            latest = Math.max(latest, over);
        }
        return seenNanos + latest;
    }

    /** Whatever it says, an attempt is not held past its lease, which hands it back. */
    private static long nanos(long ms, Attempt attempt) {
        return TimeUnit.MILLISECONDS.toNanos(Math.min(ms, attempt.leaseMs()));
    }

    private void end(Taken taken) {
        if (held.remove(taken) == null) {
            return;
        }
        try {
            begin(taken);
        } catch (RuntimeException e) {
            log.error("a call that was held could not be started", e);
            giveBackNow(taken);
        }
    }

    private void begin(Taken taken) {
        Optional<Refusal> refusal = reports.handOver(taken.granted(), taken.tenure(), taken.committedNanos());
        if (refusal.isPresent()) {
            reports.returned(taken.granted(), taken.tenure(), refusal.get());
        } else {
            calls.accept(taken);
        }
    }

    /** Unless it has been started, or given back, meanwhile. */
    private void giveBack(Taken taken) {
        if (held.remove(taken) != null) {
            giveBackNow(taken);
        }
    }

    private void giveBackNow(Taken taken) {
        reports.returned(taken.granted(), taken.tenure(), new Refusal(ReturnReason.CLOSING, 0));
    }

    /** Hands back what is held now, and holds nothing any more. */
    @Override
    public void close() {
        timer.shutdownNow();
        List.copyOf(held.keySet()).forEach(this::giveBack);
    }
}
