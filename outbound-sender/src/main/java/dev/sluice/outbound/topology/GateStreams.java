package dev.sluice.outbound.topology;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the topology, and runs it anew when the time it counts on is gone: after a step of the wall clock, by which Kafka's
 * clients keep their heartbeats (their timers stand still after a step back), and when the brokers' clock has run away from the
 * gate's. Thread-safe. Threads: {@code gate-watch} and those of Kafka Streams.
 */
public final class GateStreams implements GateStatus, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(GateStreams.class);

    private static final Duration RESTART = Duration.ofSeconds(10);
    private static final long LOOK_MS = 250;

    private final Properties properties;
    private final GateClients clients;
    private final Function<GateClock, Topology> topology;
    private final Supplier<Long> brokersTime;
    private final TaskBoard board;
    private final GateMetrics metrics;
    private final RestoreProgress restoring = new RestoreProgress();
    private final LongSupplier nanos;
    private final InstantSource wall;
    private final boolean isStaticMember;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Thread watch = new Thread(this::watch, "gate-watch");
    private volatile @Nullable KafkaStreams running;
    private volatile boolean stopping;

    /**
     * Starts nothing.
     *
     * @param properties {@link StreamsProperties}
     * @param clients that it works with
     * @param topology builds it for a clock
     * @param brokersTime {@link BrokersTime}
     * @param board that the topology's tasks write to
     */
    public GateStreams(
            Properties properties,
            GateClients clients,
            Function<GateClock, Topology> topology,
            Supplier<Long> brokersTime,
            TaskBoard board,
            GateMetrics metrics,
            InstantSource wall,
            boolean isStaticMember) {
        this.properties = properties;
        this.clients = clients;
        this.topology = topology;
        this.brokersTime = brokersTime;
        this.board = board;
        this.metrics = metrics;
        this.nanos = System::nanoTime;
        this.wall = wall;
        this.isStaticMember = isStaticMember;
        watch.setDaemon(true);
    }

    /**
     * Starts.
     *
     * @throws KafkaException when the brokers do not tell their time
     */
    public void start() {
        open();
        watch.start();
    }

    private synchronized void open() {
        if (stopping) {
            return;
        }
        GateClock clock = new AnchoredClock(brokersTime.get(), nanos, wall);
        board.clockIsNew();
        restoring.startsAnew();
        KafkaStreams streams =
                new KafkaStreams(topology.apply(clock), properties, clients, new MonotonicTime(wall.millis(), nanos));
        ThreadFaults faults =
                new ThreadFaults(ended::completeExceptionally, () -> TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong()));
        streams.setUncaughtExceptionHandler(fault -> {
            metrics.threadDied();
            return faults.handle(fault);
        });
        streams.setGlobalStateRestoreListener(restoring);
        running = streams;
        streams.start();
    }

    private void watch() {
        long lead = lead();
        while (!stopping && !ended.isDone()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
            boolean stepped = Math.abs(lead() - lead) > 2_000;
            if (stepped || board.isClockLagging()) {
                log.warn(
                        "{}; the gate is started anew",
                        stepped ? "the wall clock was set" : "the brokers' clock ran away");
                lead = lead();
                metrics.startsAnew();
                restart();
            }
        }
    }

    /** By how much the wall clock is ahead of the monotonic one. */
    private long lead() {
        return wall.millis() - TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong());
    }

    private void restart() {
        close(RESTART, GroupMembershipOperation.REMAIN_IN_GROUP);
        while (!stopping) {
            try {
                open();
                return;
            } catch (KafkaException e) {
                log.warn("not started yet: {}", e.toString());
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    private synchronized boolean close(Duration within, GroupMembershipOperation membership) {
        KafkaStreams streams = running;
        running = null;
        return streams == null || streams.close(CloseOptions.timeout(within).withGroupMembershipOperation(membership));
    }

    /**
     * Commits what is done and stops. A dynamic member leaves the group, so that another takes over at once; a static one is
     * expected back.
     *
     * @return whether it ended in time
     */
    public boolean drain(Duration within) {
        stopping = true;
        return close(
                within,
                isStaticMember ? GroupMembershipOperation.REMAIN_IN_GROUP : GroupMembershipOperation.LEAVE_GROUP);
    }

    @Override
    public void close() {
        drain(Duration.ZERO);
    }

    /** Completes exceptionally when it cannot go on. */
    public CompletionStage<Void> ended() {
        return ended;
    }

    /** Whether the loops live: a stream thread runs, or one is about to. */
    public boolean isAlive() {
        KafkaStreams streams = running;
        return !ended.isCompletedExceptionally()
                && (streams == null
                        || streams.state().isRunningOrRebalancing()
                        || streams.state() == KafkaStreams.State.CREATED);
    }

    /** Assigned, if with nothing, restored, and all jobs in memory. */
    public boolean isReady() {
        KafkaStreams streams = running;
        return streams != null && streams.state() == KafkaStreams.State.RUNNING && board.isRebuilt();
    }

    /** In a few words, for a person. */
    public String text() {
        return streamsState().orElse("between two starts") + ", partitions " + board.states();
    }

    @Override
    public Optional<String> streamsState() {
        KafkaStreams streams = running;
        return streams == null ? Optional.empty() : Optional.of(GateStatus.word(streams.state()));
    }

    @Override
    public long tasks(TaskBoard.TaskState state) {
        return board.states().values().stream().filter(each -> each == state).count();
    }

    @Override
    public long restoreRemaining(String store) {
        return restoring.remaining(store);
    }

    @Override
    public long restored(String store) {
        return restoring.restored(store);
    }

    @Override
    public double committingSeconds() {
        return clients.committingNanos() / 1e9;
    }
}
