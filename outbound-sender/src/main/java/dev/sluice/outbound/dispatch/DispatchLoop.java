package dev.sluice.outbound.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One turn after the other with one consumer: read, hand back what must not start, commit the position of all that may start
 * now, start it or hold it until it has room (DESIGN section 4, "Attempt before call"). The position goes before the call and only ever for partitions that
 * are assigned at that moment: assignment changes happen within {@link #turn}, on the same thread. Not thread-safe.
 */
final class DispatchLoop {
    private static final Logger log = LoggerFactory.getLogger(DispatchLoop.class);

    /** Below the 3 s after which the gate takes a partition for silent. */
    private static final Duration COMMIT_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration IDLE_POLL = Duration.ofMillis(50);

    /** While grants wait for a slot, or for a stored return, neither of which wakes the consumer. */
    private static final Duration BUSY_POLL = Duration.ofMillis(2);

    private static final long SCAN_EVERY_NANOS = Duration.ofMillis(20).toNanos();

    private static final long IDLE_COMMIT_NANOS = Duration.ofSeconds(1).toNanos();

    private static final long TROUBLE_EVERY_NANOS = Duration.ofSeconds(5).toNanos();

    /** Grants kept in memory; what is beyond waits in Kafka. The gate grants far fewer. */
    private static final int MAX_WAITING = 5_000;

    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final Desks desks;
    private final Opening opening;
    private final Beats beats;
    private final CredentialNews news;
    private final DispatchContext context;
    private final LeaseClocks gateClocks = new LeaseClocks();
    private int turns;
    private long lastScan;
    private long lastCommit;
    private long lastTrouble;
    private boolean paused;
    private boolean assigned;

    DispatchLoop(
            String topic,
            Consumer<byte[], byte[]> consumer,
            Desks desks,
            Opening opening,
            Beats beats,
            CredentialNews news,
            DispatchContext context) {
        this.topic = topic;
        this.consumer = consumer;
        this.desks = desks;
        this.opening = opening;
        this.beats = beats;
        this.news = news;
        this.context = context;
        this.lastTrouble = context.clocks().now() - TROUBLE_EVERY_NANOS - 1;
    }

    void subscribe() {
        consumer.subscribe(List.of(topic), new Listener());
    }

    /** Whether the group has answered, be it with no partition at all. */
    boolean isAssigned() {
        return assigned;
    }

    /**
     * Everything that is due.
     *
     * @throws FencedInstanceIdException when another process has joined under our instance id
     * @throws AuthorizationException when we may not do this
     */
    void turn() {
        try {
            var records = consumer.poll(desks.waiting() > 0 ? BUSY_POLL : IDLE_POLL);
            long now = context.clocks().now();
            Instant wallNow = context.clocks().wallNow();
            for (Granted granted : desks.read(records, now)) {
                gateClocks
                        .arrived(granted.partition(), granted.attempt(), wallNow, now)
                        .ifPresent(log::warn);
            }
            limit();
            desks.closeOvertaken();
            opening.openNew(consumer, COMMIT_TIMEOUT);
            news.tell();
            // with results that cannot be stored, nothing may begin, and nobody may believe that it does
            if (!context.publisher().isBehind()) {
                handBack(!records.isEmpty(), now);
                take();
                beats.beat(context.clocks().now());
            }
        } catch (FencedInstanceIdException | AuthorizationException e) {
            throw e;
        } catch (KafkaException e) {
            // Kafka lost later is no reason to end; a rebalance under way is none either. Whatever was planned is
            // planned
            // anew
            if (context.clocks().now() - lastTrouble > TROUBLE_EVERY_NANOS) {
                log.info("dispatch: {}", e.toString());
                lastTrouble = context.clocks().now();
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    private void limit() {
        boolean full = desks.waiting() > MAX_WAITING;
        if (full) {
            consumer.pause(consumer.assignment());
        } else if (paused) {
            consumer.resume(consumer.paused());
        }
        paused = full;
    }

    private void handBack(boolean somethingNew, long now) {
        if (!somethingNew && now - lastScan < SCAN_EVERY_NANOS) {
            return;
        }
        lastScan = now;
        for (Map.Entry<Integer, PartitionDesk> open : desks.open(turns)) {
            String epoch = open.getValue().tenure().epoch();
            open.getValue()
                    .giveBack(
                            granted -> context.judge(granted, epoch),
                            (granted, refusal) ->
                                    granted.giveBack(context.reports().giveBack(granted, refusal)));
        }
    }

    private void take() {
        List<Map.Entry<Integer, PartitionDesk>> open = desks.open(turns++);
        Map<TopicPartition, OffsetAndMetadata> commit = new HashMap<>();
        int starting = 0;
        for (Map.Entry<Integer, PartitionDesk> some : open) {
            PartitionDesk desk = some.getValue();
            Tenure tenure = desk.tenure();
            desk.plan(granted -> context.judge(granted, tenure.epoch()), granted -> context.reserve(granted, tenure));
            starting += desk.starting().size();
            if (desk.isBehind()) {
                commit.put(new TopicPartition(topic, some.getKey()), desk.toCommit());
            }
        }
        long begun = context.clocks().now();
        if (commit.isEmpty() || (starting == 0 && begun - lastCommit < IDLE_COMMIT_NANOS)) {
            open.forEach(some -> some.getValue().pass());
            return;
        }
        try {
            consumer.commitSync(commit, COMMIT_TIMEOUT);
        } catch (RuntimeException e) {
            context.metrics().commitFailed();
            open.forEach(some -> cancel(some.getValue()));
            throw e;
        }
        lastCommit = begun;
        open.forEach(some -> start(some.getValue(), begun));
        context.metrics().committed(starting, Duration.ofNanos(context.clocks().now() - begun));
    }

    private void start(PartitionDesk desk, long committedNanos) {
        List<Granted> starting = desk.starting();
        desk.committed();
        starting.forEach(granted -> context.holds().start(new Holds.Taken(granted, desk.tenure(), committedNanos)));
    }

    /** The commit failed, or nobody knows: nothing starts. Stored or not, a later try or owner finds out. */
    private void cancel(PartitionDesk desk) {
        desk.starting().forEach(granted -> context.unreserve(granted, desk.tenure()));
        desk.forgetPlan();
    }

    private final class Listener implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> added) {
            assigned = true;
            desks.add(added);
        }

        /** Waits for what is on the wire, so that a 429 that is about to arrive is stored before somebody else begins. */
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> removed) {
            List<Tenure> ended = desks.remove(removed);
            long deadline =
                    context.clocks().now() + context.settings().revokeWait().toNanos();
            while (context.clocks().now() - deadline < 0 && !ended.stream().allMatch(Tenure::isQuiet)) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
            }
        }

        @Override
        public void onPartitionsLost(Collection<TopicPartition> removed) {
            log.warn("lost {}", removed);
            desks.remove(removed);
        }
    }
}
