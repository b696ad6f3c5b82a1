package dev.sluice.outbound.topology;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.PartitionGate;
import dev.sluice.outbound.topology.TaskBoard.TaskState;
import java.util.Optional;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One task, from its init to its close, with all its memory: an aborted transaction closes it, and what it remembered of it goes
 * too.
 *
 * <pre>
 *            all but the jobs             all jobs                both barriers read
 *  (init) ───────────────────▶ REBUILDING ────────▶ SHUT ─────────────────────────▶ OPEN
 *                                                    ▲                                │
 *                                                    └── stood still for over 1 s ────┘
 * </pre>
 *
 * <p>Events are taken in every state; grants, deadlines and expiry exist in OPEN only.
 */
final class GateTask {
    private static final Logger log = LoggerFactory.getLogger(GateTask.class);

    /** Grants in one go; then the thread turns to other tasks, and comes back. */
    private static final int MAX_GRANTS = 200;

    /** What a rebuild may take of the stream thread at a time. */
    private static final long SLICE_MS = 40;

    /** A task that was not looked at for longer may have missed what was stored meanwhile, a result or a cancel. */
    private static final long STOOD_STILL_MS = 1_000;

    /** Looks at least that often, so that silence means standing still. */
    private static final long PULSE_MS = 500;

    /** While the dispatcher's capacity is used up, which its words free, or a word was lost. */
    private static final long FULL_MS = 20;

    /** The brokers' time may run ahead of the gate's by this; half of the default skew. */
    private static final long CLOCK_LAG_MS = 500;

    /** A scan costs as much as several grants, and a day more or less is nothing to a window of a week. */
    private static final long PURGE_EVERY_MS = 1_000;

    /** In one go; more than any partition takes in a second for long. */
    private static final int MAX_PURGED = 2_000;

    /** What a record has led to is not hidden for longer: an outcome waits for nothing but this. */
    private static final long COMMIT_WITHIN_MS = 100;

    private final int partition;
    private final GateParts parts;
    private final TaskStores stores;
    private final PartitionGate gate;
    private final TaskRebuild rebuild;
    private final Barriers barriers;
    private final DeadLetters deadLetters;
    private final RequestIntake requests;
    private final CommandIntake commands;
    private final ResultIntake results;
    private final LaneReports lanes;
    private final CommitPace commits;
    private final Alarm alarm;
    private final Runnable commit;
    private TaskState state = TaskState.REBUILDING;
    private boolean wasOpen;
    private long seenMs;
    private long purgedMs = Long.MIN_VALUE / 2;

    /** @param pace the stream thread's */
    GateTask(ProcessorContext<Place, byte[]> context, GateParts parts, CommitPace pace) {
        this.parts = parts;
        partition = context.taskId().partition();
        stores = new TaskStores(context);
        Sinks sinks = new Sinks(context, parts.clock());
        gate = new PartitionGate(parts.settings(), stores, new Outputs(stores, sinks, parts.metrics(), this::touched));
        lanes = new LaneReports(gate, sinks, parts.metrics());
        rebuild = new TaskRebuild(stores, gate, parts.clock(), parts.clockSkew().toMillis());
        barriers = new Barriers(sinks, partition);
        deadLetters = new DeadLetters(sinks, parts.metrics());
        Rerouting rerouting = new Rerouting(sinks, parts.partitions());
        requests = new RequestIntake(parts, gate, stores.jobs(), rerouting);
        commands = new CommandIntake(parts, gate, rerouting, barriers);
        results = new ResultIntake(parts, gate, stores.jobs(), barriers);
        commit = context::commit;
        commits = pace;
        alarm = new Alarm(
                (every, ring) -> context.schedule(every, PunctuationType.WALL_CLOCK_TIME, at -> ring.run()),
                this::onAlarm);
        become(TaskState.REBUILDING);
        rebuild.begin();
        seenMs = parts.clock().gateMs();
        alarm.at(seenMs, seenMs);
    }

    void process(Source source, Arrival arrival) {
        Now now = look();
        try {
            take(source, arrival, now).ifPresent(this::touched);
        } catch (RefusedException e) {
            deadLetters.add(arrival, e);
        }
        commits.want(this, now.gateMs() + COMMIT_WITHIN_MS);
        goOn(now);
    }

    private Optional<Sender> take(Source source, Arrival arrival, Now now) throws RefusedException {
        return switch (source) {
            case RESULTS -> {
                if (arrival.timestampMs() - now.gateMs() > CLOCK_LAG_MS) {
                    parts.board().clockLags();
                }
                yield results.take(arrival, now);
            }
            case COMMANDS -> commands.take(arrival, now);
            case REQUESTS -> requests.take(arrival, now);
        };
    }

    private void onAlarm() {
        Now now = look();
        if (state == TaskState.REBUILDING) {
            rebuild.slice(SLICE_MS);
            if (rebuild.isDone()) {
                lanes.touchAll();
                shut(now);
            }
        } else if (barriers.isOverdue(now)) {
            shut(now);
        }
        lanes.report(now);
        if (now.gateMs() - purgedMs >= PURGE_EVERY_MS) {
            purgedMs = now.gateMs();
            stores.intents().purge(now.gateMs(), MAX_PURGED);
        }
        goOn(now);
    }

    /** The time, and whether it has passed without us. */
    private Now look() {
        Now now = parts.clock().now();
        long stoodStillMs = now.gateMs() - seenMs;
        seenMs = now.gateMs();
        if (state != TaskState.REBUILDING && stoodStillMs > STOOD_STILL_MS) {
            log.info("partition {} was not served for {} ms; grants wait for what was stored", partition, stoodStillMs);
            shut(now);
        }
        return now;
    }

    private void shut(Now now) {
        become(TaskState.SHUT);
        barriers.write(now);
        commit.run();
    }

    private void goOn(Now now) {
        if (state == TaskState.SHUT && barriers.areRead()) {
            become(TaskState.OPEN);
            if (wasOpen) {
                gate.reopen(now);
            } else {
                wasOpen = true;
                gate.open(now);
            }
        }
        long next = now.gateMs() + PULSE_MS;
        if (state == TaskState.REBUILDING) {
            next = now.gateMs() + 1;
        } else if (state == TaskState.OPEN) {
            int granted = gate.advance(now, MAX_GRANTS);
            if (granted > 0) {
                commits.want(this, now.gateMs());
            }
            boolean more = granted >= MAX_GRANTS;
            long wake = gate.nextWakeMs();
            next = more ? now.gateMs() + 1 : Math.min(next, wake > now.gateMs() ? wake : now.gateMs() + FULL_MS);
        }
        commits.ask(now.gateMs(), commit);
        alarm.at(Math.min(next, commits.wakeMs(this)), now.gateMs());
    }

    private void become(TaskState next) {
        state = next;
        parts.board().is(partition, next);
    }

    private void touched(Sender sender) {
        lanes.touched(sender);
    }

    void close() {
        alarm.cancel();
        lanes.close();
        parts.board().gone(partition);
    }
}
