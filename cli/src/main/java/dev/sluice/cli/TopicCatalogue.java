package dev.sluice.cli;

import dev.sluice.ingest.ShardCount;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.OutboundTopics;
import dev.sluice.runtime.kafka.TopicState;
import dev.sluice.runtime.kafka.TopicState.Status;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;

/**
 * The topics of the catalogue against a cluster, the recorded shard count of {@code telegram.checkpoints} among what they
 * are held to.
 */
public final class TopicCatalogue {
    private static final String CHECKPOINTS = Topics.CHECKPOINTS.name();

    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(30);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Cluster cluster;
    private final ShardCount shards;

    public TopicCatalogue(Cluster cluster) {
        this.cluster = cluster;
        this.shards = new ShardCount(cluster.clients(), cluster.admin(), cluster.names());
    }

    /** Compares these topics; {@code partitions} as for {@code TopicAdmin}. */
    public List<TopicState> check(List<TopicSpec> specs, Map<String, Integer> partitions) {
        OptionalInt recorded = specs.contains(Topics.CHECKPOINTS) ? recorded() : OptionalInt.empty();
        return told(cluster.topics().check(specs, known(specs, partitions, recorded)), recorded);
    }

    /** Creates what is missing, and records the shard count of a checkpoint topic that has none. */
    public List<TopicState> create(Map<String, Integer> partitions, boolean dryRun, Instant now) {
        OptionalInt recorded = recorded();
        List<TopicState> states =
                cluster.topics().create(Topics.all(), known(Topics.all(), partitions, recorded), dryRun);
        if (!dryRun) {
            awaitAll();
            if (recorded.isEmpty() && stateOfCheckpoints(states).isGood()) {
                int made = cluster.topics().partitionsOf(Topics.CHECKPOINTS).orElseThrow();
                shards.record(made, now, "sluice topics create");
            }
        }
        return told(states, recorded);
    }

    /** The controller knows a new topic a moment before the brokers do; whoever comes next shall find it. */
    private void awaitAll() {
        long giveUp = System.nanoTime() + VISIBLE_WITHIN.toNanos();
        while (Topics.all().stream()
                .anyMatch(spec -> cluster.topics().partitionsOf(spec).isEmpty())) {
            if (System.nanoTime() > giveUp) {
                throw new StartFailure(
                        ExitCode.UNREACHABLE,
                        "topics",
                        "created, and not all visible after " + VISIBLE_WITHIN.toSeconds()
                                + " s; wants a healthy cluster");
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    private OptionalInt recorded() {
        return cluster.topics().partitionsOf(Topics.CHECKPOINTS).isPresent() ? shards.recorded() : OptionalInt.empty();
    }

    /**
     * What the shard count must be unless it is given: as recorded, else as the topic has it. And what the sender's topics must
     * be: those of its input are one count. Of topics that are not looked at nothing is asked: a service may not know of them.
     */
    private Map<String, Integer> known(List<TopicSpec> specs, Map<String, Integer> given, OptionalInt recorded) {
        Map<String, Integer> known =
                specs.contains(Topics.REQUESTS) ? OutboundTopics.counts(cluster.topics(), given) : new HashMap<>(given);
        if (!specs.contains(Topics.CHECKPOINTS)) {
            return known;
        }
        OptionalInt has = cluster.topics().partitionsOf(Topics.CHECKPOINTS);
        recorded.ifPresentOrElse(
                count -> known.putIfAbsent(CHECKPOINTS, count),
                () -> has.ifPresent(count -> known.putIfAbsent(CHECKPOINTS, count)));
        return known;
    }

    /** A changed shard count in words that say why it matters. */
    private List<TopicState> told(List<TopicState> states, OptionalInt recorded) {
        if (recorded.isEmpty()) {
            return states;
        }
        OptionalInt now = cluster.topics().partitionsOf(Topics.CHECKPOINTS);
        if (now.isEmpty() || recorded.getAsInt() == now.getAsInt()) {
            return states;
        }
        String topic = cluster.names().topic(Topics.CHECKPOINTS);
        String changed = "was made with " + recorded.getAsInt() + " partitions and has " + now.getAsInt()
                + " now: bots would have two owners; wants " + recorded.getAsInt();
        return states.stream()
                .map(state -> state.topic().equals(topic) ? new TopicState(topic, Status.DIFFERS, changed) : state)
                .toList();
    }

    private TopicState stateOfCheckpoints(List<TopicState> states) {
        String topic = cluster.names().topic(Topics.CHECKPOINTS);
        return states.stream()
                .filter(state -> state.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }
}
