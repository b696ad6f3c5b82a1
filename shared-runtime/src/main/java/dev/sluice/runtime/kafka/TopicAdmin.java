package dev.sluice.runtime.kafka;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.runtime.kafka.TopicState.Status;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
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
        return check(specs, partitions).stream()
                .map(state ->
                        state.status() == Status.MISSING ? create(specOf(state, specs), partitions, dryRun) : state)
                .toList();
    }

    /**
     * Compares.
     *
     * @param partitions counts that are known otherwise, which the topics must then have
     * @return one state per spec, in their order: ok, differs or missing
     */
    public List<TopicState> check(Collection<TopicSpec> specs, Map<String, Integer> partitions) {
        Map<String, KafkaFuture<TopicDescription>> descriptions =
                admin.describeTopics(specs.stream().map(names::topic).toList()).topicNameValues();
        Map<String, TopicDescription> existing = new HashMap<>();
        descriptions.forEach((topic, future) -> {
            try {
                existing.put(topic, KafkaStart.get(future, TIMEOUT_MS));
            } catch (UnknownTopicOrPartitionException e) {
                existing.remove(topic);
            }
        });
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
        try {
            return KafkaStart.get(
                            admin.describeTopics(List.of(names.topic(spec))).allTopicNames(), TIMEOUT_MS)
                    .values()
                    .stream()
                    .mapToInt(description -> description.partitions().size())
                    .findFirst();
        } catch (UnknownTopicOrPartitionException e) {
            return OptionalInt.empty();
        }
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

    private TopicState create(TopicSpec spec, Map<String, Integer> partitions, boolean dryRun) {
        String topic = names.topic(spec);
        if (dryRun) {
            return new TopicState(topic, Status.CREATED, "(dry run) " + wanted(spec, partitions));
        }
        NewTopic request = new NewTopic(
                        topic, count(spec, partitions).orElse(spec.partitions()), (short) replicationFactor)
                .configs(spec.config(replicationFactor));
        try {
            KafkaStart.get(admin.createTopics(List.of(request)).all(), TIMEOUT_MS);
            return new TopicState(topic, Status.CREATED, wanted(spec, partitions));
        } catch (TopicExistsException e) { // somebody was faster
            return check(List.of(spec), partitions).get(0);
        } catch (InvalidReplicationFactorException e) {
            throw new StartFailure(
                    ExitCode.TOPICS,
                    topic,
                    "cannot have " + replicationFactor + " replicas (" + e.getMessage()
                            + "); wants more brokers or a lower sluice.topics.replication-factor",
                    e);
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

    private Map<String, Map<String, String>> configs(Collection<String> topics) {
        List<ConfigResource> resources = topics.stream()
                .map(t -> new ConfigResource(ConfigResource.Type.TOPIC, t))
                .toList();
        Map<String, Map<String, String>> configs = new HashMap<>();
        admin.describeConfigs(resources)
                .values()
                .forEach(
                        (resource, future) -> configs.put(resource.name(), values(KafkaStart.get(future, TIMEOUT_MS))));
        return configs;
    }

    private static Map<String, String> values(Config config) {
        return config.entries().stream()
                .filter(e -> e.value() != null)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    private TopicSpec specOf(TopicState state, Collection<TopicSpec> specs) {
        return specs.stream()
                .filter(s -> names.topic(s).equals(state.topic()))
                .findFirst()
                .orElseThrow();
    }

    private String wanted(TopicSpec spec, Map<String, Integer> partitions) {
        return detail(spec, count(spec, partitions).orElse(spec.partitions()), replicationFactor);
    }

    private static String detail(TopicSpec spec, int partitions, int replicas) {
        return partitions + " partitions, " + replicas + (replicas == 1 ? " replica, " : " replicas, ")
                + spec.cleanup().policy();
    }

    private static OptionalInt count(TopicSpec spec, Map<String, Integer> partitions) {
        Integer count = partitions.get(spec.name());
        return count == null ? OptionalInt.empty() : OptionalInt.of(count);
    }
}
