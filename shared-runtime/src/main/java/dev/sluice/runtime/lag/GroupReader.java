package dev.sluice.runtime.lag;

import dev.sluice.runtime.lag.GroupFound.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsResult;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Asks Kafka where groups stand: their members, what they have committed, and the last stable offset of each partition that they
 * have committed in or that a member holds. Reads only. Each step is asked for all groups at once and waits for at most
 * {@link #timeout}; what fails for one group or partition fails for that one. Not thread-safe.
 */
final class GroupReader {
    private final Admin admin;
    private final Duration timeout;

    /** The partitions of the last round. */
    private Set<TopicPartition> known = Set.of();

    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final Map<TopicPartition, Trouble> troubles = new HashMap<>();

    GroupReader(Admin admin, Duration timeout) {
        this.admin = admin;
        this.timeout = timeout;
    }

    /** Notes the ends that the next {@link #read} measures by; what comes after them is no lag for it. */
    void noteEnds() throws InterruptedException {
        troubles.clear();
        ends.clear();
        ends.putAll(offsets(known, OffsetSpec.latest()));
    }

    /** Each group as it is now, measured by the ends that were noted. */
    Map<String, GroupFound> read(Collection<String> groups) throws InterruptedException {
        Map<String, KafkaFuture<ConsumerGroupDescription>> described = admin.describeConsumerGroups(
                        groups, new DescribeConsumerGroupsOptions().timeoutMs(timeoutMs()))
                .describedGroups();
        ListConsumerGroupOffsetsResult committed = admin.listConsumerGroupOffsets(
                groups.stream()
                        .collect(Collectors.toMap(Function.identity(), group -> new ListConsumerGroupOffsetsSpec())),
                new ListConsumerGroupOffsetsOptions().timeoutMs(timeoutMs()));
        Map<String, GroupFound> found = new HashMap<>();
        Map<String, Members> readable = new HashMap<>();
        for (String group : groups) {
            try {
                readable.put(
                        group,
                        members(
                                Objects.requireNonNull(described.get(group)),
                                get(committed.partitionsToOffsetAndMetadata(group))));
            } catch (Failed e) {
                found.put(group, GroupFound.failed(e.trouble("group " + group)));
            }
        }
        found.putAll(standings(readable));
        return found;
    }

    /**
     * @param count empty for a group of a kind that cannot be described, and has committed all the same
     * @param commits by partition; empty for one that a member holds without a commit
     */
    private record Members(OptionalInt count, Map<TopicPartition, OptionalLong> commits) {}

    private Members members(
            KafkaFuture<ConsumerGroupDescription> answer, Map<TopicPartition, OffsetAndMetadata> committed)
            throws InterruptedException, Failed {
        Map<TopicPartition, OptionalLong> commits = new HashMap<>();
        OptionalInt count = OptionalInt.empty();
        try {
            ConsumerGroupDescription described = get(answer);
            if (described.groupState() == GroupState.DEAD && committed.isEmpty()) {
                throw new Failed(LagFailure.UNKNOWN_GROUP, "Kafka knows none of this name");
            }
            count = OptionalInt.of(described.members().size());
            described
                    .members()
                    .forEach(member -> member.assignment()
                            .topicPartitions()
                            .forEach(partition -> commits.put(partition, OptionalLong.empty())));
        } catch (Failed e) {
            if (committed.isEmpty()) {
                throw e;
            }
        }
        committed.forEach((partition, offset) -> {
            if (offset != null) {
                commits.put(partition, OptionalLong.of(offset.offset()));
            }
        });
        return new Members(count, commits);
    }

    private Map<String, GroupFound> standings(Map<String, Members> groups) throws InterruptedException {
        Set<TopicPartition> all = new HashSet<>();
        groups.values().forEach(members -> all.addAll(members.commits().keySet()));
        Set<TopicPartition> added = new HashSet<>(all);
        added.removeAll(known);
        ends.putAll(offsets(added, OffsetSpec.latest()));
        known = all;
        Set<TopicPartition> behind = new HashSet<>();
        for (Members members : groups.values()) {
            members.commits().forEach((partition, commit) -> {
                if (commit.orElse(-1) < ends.getOrDefault(partition, -1L)) {
                    behind.add(partition);
                }
            });
        }
        Map<TopicPartition, Long> starts = offsets(behind, OffsetSpec.earliest());
        Map<String, GroupFound> found = new HashMap<>();
        groups.forEach((group, members) -> found.put(group, found(members, starts)));
        return found;
    }

    private GroupFound found(Members members, Map<TopicPartition, Long> starts) {
        List<Standing> standings = new ArrayList<>();
        Optional<Trouble> trouble = Optional.empty();
        for (Map.Entry<TopicPartition, OptionalLong> each : members.commits().entrySet()) {
            TopicPartition partition = each.getKey();
            Trouble known = troubles.get(partition);
            if (known != null) {
                trouble = Optional.of(known);
            } else {
                standings.add(new Standing(
                        partition,
                        each.getValue(),
                        starts.getOrDefault(partition, 0L),
                        ends.getOrDefault(partition, 0L)));
            }
        }
        return new GroupFound(true, members.count(), standings, trouble);
    }

    /** Read committed, so that the latest is the last stable offset: nobody can read further yet. */
    private Map<TopicPartition, Long> offsets(Set<TopicPartition> partitions, OffsetSpec spec)
            throws InterruptedException {
        ListOffsetsResult result = admin.listOffsets(
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> spec)),
                new ListOffsetsOptions(IsolationLevel.READ_COMMITTED).timeoutMs(timeoutMs()));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : partitions) {
            try {
                offsets.put(partition, get(result.partitionResult(partition)).offset());
            } catch (Failed e) {
                troubles.put(partition, e.trouble("topic " + partition.topic()));
            }
        }
        return offsets;
    }

    private int timeoutMs() {
        return Math.toIntExact(timeout.toMillis());
    }

    private <T> T get(KafkaFuture<T> answer) throws InterruptedException, Failed {
        try {
            // the client ends each question itself; this is for the moment that it takes to do so
            return answer.get(timeout.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new Failed(LagFailure.of(cause), String.valueOf(cause.getMessage()));
        } catch (TimeoutException e) {
            throw new Failed(LagFailure.TIMEOUT, "no answer within " + timeout.toMillis() + " ms");
        }
    }

    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;

        private final LagFailure reason;

        Failed(LagFailure reason, String message) {
            super(message, null, false, false);
            this.reason = reason;
        }

        Trouble trouble(String what) {
            return new Trouble(reason, what + ": " + getMessage());
        }
    }
}
