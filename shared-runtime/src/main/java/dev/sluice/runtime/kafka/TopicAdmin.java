package dev.sluice.runtime.kafka;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.TopicState.Status;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Creates the topics of the catalogue where they are missing, and compares those that exist with it; alters nothing.
 * Prints nothing. Partition counts are by catalogue name: what the command line asks for, or what is recorded.
 */
public final class TopicAdmin {
    private static final long TIMEOUT_MS = 30_000; // the Admin's own timeout is shorter and gives the better error

    private static final Duration VISIBLE_WITHIN = Duration.ofSeconds(10);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Admin admin;
    private final Names names;
    private final int replicationFactor;

    public TopicAdmin(Admin admin, Names names, int replicationFactor) {
        this.admin = admin;
        this.names = names;
        this.replicationFactor = replicationFactor;
    }

    /**
     * Creates what is missing.
     *
     * @param partitions counts to use in the place of the catalogue's; an existing topic with another one differs
     * @param dryRun true to say what would be created, and only that
     * @return one state per spec, in their order: created, ok or differs
     * @throws StartFailure when Kafka refuses, for want of permission or of brokers
     */
    public List<TopicState> create(Collection<TopicSpec> specs, Map<String, Integer> partitions, boolean dryRun) {
        List<TopicState> found = check(specs, partitions);
        List<TopicSpec> missing =
                specs.stream().filter(s -> isMissing(s, found)).toList();
        if (missing.isEmpty()) {
            return found;
        }
        Map<String, TopicState> made = dryRun ? pretend(missing, partitions) : make(missing, partitions);
        return found.stream().map(s -> made.getOrDefault(s.topic(), s)).toList();
    }

    /**
     * Compares.
     *
     * @param partitions counts that are known otherwise, which the topics must then have
     * @return one state per spec, in their order: ok, differs or missing
     */
    public List<TopicState> check(Collection<TopicSpec> specs, Map<String, Integer> partitions) {
        Map<String, TopicDescription> existing =
                describe(specs.stream().map(names::topic).toList());
        Map<String, Map<String, String>> configs = configs(existing.keySet());
        return specs.stream()
                .map(spec -> {
                    String topic = names.topic(spec);
                    TopicDescription description = existing.get(topic);
                    return description == null
                            ? new TopicState(topic, Status.MISSING, "wants " + wanted(spec, partitions))
                            : compare(spec, description, configs.getOrDefault(topic, Map.of()), partitions);
                })
                .toList();
    }

    /** How many partitions a topic has; empty when it does not exist. */
    public OptionalInt partitionsOf(TopicSpec spec) {
        TopicDescription description = describe(List.of(names.topic(spec))).get(names.topic(spec));
        return description == null
                ? OptionalInt.empty()
                : OptionalInt.of(description.partitions().size());
    }

    /**
     * Refuses to go on unless all topics are as they should be.
     *
     * @throws StartFailure (TOPICS) with one line that names every topic that is missing or differs
     */
    public void require(Collection<TopicSpec> specs, Map<String, Integer> partitions) {
        List<TopicState> bad =
                check(specs, partitions).stream().filter(s -> !s.isGood()).toList();
        if (!bad.isEmpty()) {
            String rows = bad.stream()
                    .map(s -> s.topic() + (s.status() == Status.MISSING ? " is missing, " : " differs: ") + s.detail())
                    .collect(Collectors.joining("; "));
            throw new StartFailure(ExitCode.TOPICS, "topics", rows + "; see sluice topics create");
        }
    }

    private boolean isMissing(TopicSpec spec, List<TopicState> states) {
        return states.stream().anyMatch(s -> s.topic().equals(names.topic(spec)) && s.status() == Status.MISSING);
    }

    private Map<String, TopicState> pretend(List<TopicSpec> missing, Map<String, Integer> partitions) {
        Map<String, TopicState> states = new HashMap<>();
        missing.forEach(spec -> states.put(
                names.topic(spec),
                new TopicState(names.topic(spec), Status.CREATED, "(dry run) " + wanted(spec, partitions))));
        return states;
    }

    private Map<String, TopicState> make(List<TopicSpec> missing, Map<String, Integer> partitions) {
        List<NewTopic> requests = missing.stream()
                .map(spec -> new NewTopic(names.topic(spec), countFor(spec, partitions), (short) replicationFactor)
                        .configs(spec.config(replicationFactor)))
                .toList();
        Map<String, KafkaFuture<Void>> answers = admin.createTopics(requests).values();
        Map<String, TopicState> states = new HashMap<>();
        for (TopicSpec spec : missing) {
            String topic = names.topic(spec);
            if (created(topic, Objects.requireNonNull(answers.get(topic)))) {
                states.put(topic, new TopicState(topic, Status.CREATED, wanted(spec, partitions)));
            }
        }
        for (TopicState now : awaitVisible(missing, partitions)) {
            states.putIfAbsent(now.topic(), now); // of a topic that somebody else made meanwhile
        }
        return states;
    }

    private boolean created(String topic, KafkaFuture<Void> answer) {
        try {
            KafkaStart.get(answer, TIMEOUT_MS, "to create " + topic);
            return true;
        } catch (TopicExistsException e) {
            return false;
        } catch (InvalidReplicationFactorException e) {
            throw new StartFailure(
                    ExitCode.TOPICS,
                    topic,
                    "cannot have " + replicationFactor + " replicas (" + e.getMessage()
                            + "); wants more brokers or a lower sluice.topics.replication-factor",
                    e);
        }
    }

    /** Brokers hear of a new topic a moment after it is made; whoever is started next shall find it. */
    private List<TopicState> awaitVisible(List<TopicSpec> specs, Map<String, Integer> partitions) {
        long until = System.nanoTime() + VISIBLE_WITHIN.toNanos();
        while (true) {
            List<TopicState> now = check(specs, partitions);
            if (now.stream().noneMatch(s -> s.status() == Status.MISSING) || System.nanoTime() - until >= 0) {
                return now;
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    private TopicState compare(
            TopicSpec spec, TopicDescription description, Map<String, String> config, Map<String, Integer> partitions) {
        int replicas = description.partitions().stream()
                .mapToInt(p -> p.replicas().size())
                .min()
                .orElse(0);
        TopicRules.Actual actual =
                new TopicRules.Actual(description.partitions().size(), replicas, config);
        List<String> differences = TopicRules.differences(spec, actual, count(spec, partitions), replicationFactor);
        return differences.isEmpty()
                ? new TopicState(description.name(), Status.OK, detail(spec, actual.partitions(), replicas))
                : new TopicState(description.name(), Status.DIFFERS, String.join(", ", differences));
    }

    /** The topics that exist. */
    private Map<String, TopicDescription> describe(List<String> topics) {
        Map<String, TopicDescription> existing = new HashMap<>();
        admin.describeTopics(topics).topicNameValues().forEach((topic, future) -> {
            try {
                existing.put(topic, KafkaStart.get(future, TIMEOUT_MS, "to describe " + topic));
            } catch (UnknownTopicOrPartitionException e) {
                existing.remove(topic);
            }
        });
        return existing;
    }

    private Map<String, Map<String, String>> configs(Collection<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(t -> new ConfigResource(ConfigResource.Type.TOPIC, t))
                .toList();
        Map<String, Map<String, String>> configs = new HashMap<>();
        admin.describeConfigs(resources)
                .values()
                .forEach((resource, future) -> configs.put(
                        resource.name(),
                        values(KafkaStart.get(future, TIMEOUT_MS, "to describe the settings of " + resource.name()))));
        return configs;
    }

    private static Map<String, String> values(Config config) {
        return config.entries().stream()
                .filter(e -> e.value() != null)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    private String wanted(TopicSpec spec, Map<String, Integer> partitions) {
        return detail(spec, countFor(spec, partitions), replicationFactor);
    }

    private static String detail(TopicSpec spec, int partitions, int replicas) {
        return partitions + " partitions, " + replicas + (replicas == 1 ? " replica, " : " replicas, ")
                + spec.cleanup().policy();
    }

    private static int countFor(TopicSpec spec, Map<String, Integer> partitions) {
        return partitions.getOrDefault(spec.name(), spec.partitions());
    }

    private static OptionalInt count(TopicSpec spec, Map<String, Integer> partitions) {
        Integer count = partitions.get(spec.name());
        return count == null ? OptionalInt.empty() : OptionalInt.of(count);
    }
}
