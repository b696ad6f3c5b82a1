package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.model.JobKey;
import dev.sluice.model.Partitions;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.PartitionReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Waits for what becomes of one request: its outcomes, and the dead letter that it may end as instead.
 *
 * <p>Made before the request is written, so that nothing is missed. A request id that was used before may stand with an
 * outcome already; when the gate has read the repeat and added nothing, that one is the answer.
 */
final class OutcomeWait {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** One look at least, whatever the wait. */
    private static final Duration SHORTEST_LOOK = Duration.ofSeconds(1);

    private final Cluster cluster;
    private final JobKey job;
    private final TopicPartition outcomes;
    private final long endBefore;
    private final Map<TopicPartition, Long> from;

    private OutcomeWait(
            Cluster cluster, JobKey job, TopicPartition outcomes, long endBefore, Map<TopicPartition, Long> from) {
        this.cluster = cluster;
        this.job = job;
        this.outcomes = outcomes;
        this.endBefore = endBefore;
        this.from = from;
    }

    /**
     * Remembers where the topics end.
     *
     * @param usedBefore whether the id may have been used before, so that older outcomes count
     * @throws dev.sluice.runtime.lifecycle.StartFailure (TOPICS) when one is missing
     */
    static OutcomeWait beforeWriting(Cluster cluster, JobKey job, boolean usedBefore) {
        List<TopicPartition> letters = partitions(cluster, Topics.DEAD_LETTERS);
        List<TopicPartition> all = partitions(cluster, Topics.OUTCOMES);
        TopicPartition outcomes = all.get(Partitions.forSender(job.sender().text(), all.size()));
        List<TopicPartition> read = new ArrayList<>(letters);
        read.add(outcomes);
        Map<TopicPartition, Long> from;
        try (Consumer<byte[], byte[]> reader = cluster.clients().reader()) {
            from = new HashMap<>(reader.endOffsets(read));
        }
        long endBefore = from.getOrDefault(outcomes, 0L);
        if (usedBefore) {
            from.put(outcomes, 0L);
        }
        return new OutcomeWait(cluster, job, outcomes, endBefore, from);
    }

    /**
     * Waits.
     *
     * @param request where the request was written
     */
    WaitAnswer await(RecordPlace request, Duration within) {
        long until = System.nanoTime() + within.toNanos();
        WaitState state = new WaitState(job, request, outcomes, endBefore);
        Map<TopicPartition, Long> positions = from;
        try (Consumer<byte[], byte[]> reader = cluster.clients().reader()) {
            while (true) {
                boolean passed = state.repeats() && GateProgress.hasPassed(cluster, request);
                Duration left = Duration.ofNanos(until - System.nanoTime());
                positions = PartitionReader.readFrom(
                        cluster.admin(),
                        reader,
                        positions,
                        left.compareTo(SHORTEST_LOOK) < 0 ? SHORTEST_LOOK : left,
                        () -> state.answer(false).isPresent(),
                        state::take);
                Optional<WaitAnswer> answer = state.answer(passed);
                if (answer.isPresent()) {
                    return answer.get();
                }
                if (System.nanoTime() - until >= 0) {
                    return state.late();
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        } catch (TimeoutException e) {
            return state.late();
        }
    }

    private static List<TopicPartition> partitions(Cluster cluster, TopicSpec spec) {
        String topic = cluster.names().topic(spec);
        return IntStream.range(0, cluster.partitionsOf(spec))
                .mapToObj(p -> new TopicPartition(topic, p))
                .toList();
    }
}
