package dev.sluice.cli;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.SendGroups;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.acl.AclOperation;

/**
 * What a service does in Kafka, and so must be allowed to.
 *
 * @param topics full names with the operations on each
 * @param transactionalPrefix how its transactional ids begin
 * @param transactionalIds some of them
 */
record KafkaNeeds(
        Map<String, Set<AclOperation>> topics,
        List<String> groups,
        String transactionalPrefix,
        List<String> transactionalIds) {
    static final Set<AclOperation> READ_AND_WRITE =
            EnumSet.of(AclOperation.DESCRIBE, AclOperation.READ, AclOperation.WRITE);
    static final Set<AclOperation> WRITE = EnumSet.of(AclOperation.DESCRIBE, AclOperation.WRITE);
    static final Set<AclOperation> READ = EnumSet.of(AclOperation.READ);

    private static final List<TopicSpec> WRITTEN_ONLY = List.of(
            Topics.INGEST_EVENTS,
            Topics.QUARANTINE,
            Topics.OUTCOMES,
            Topics.REVIEWS,
            Topics.DEAD_LETTERS,
            Topics.LANES);

    static KafkaNeeds ofIngest(Cluster cluster) {
        Names names = cluster.names();
        int shards = cluster.topics().partitionsOf(Topics.CHECKPOINTS).orElse(Topics.CHECKPOINTS.partitions());
        return new KafkaNeeds(
                operations(names, Topics.ownedByIngest()),
                List.of(names.group("sluice-ingest")),
                names.group("sluice-ingest") + "-",
                IntStream.range(0, shards)
                        .mapToObj(names::ingestTransactionalId)
                        .toList());
    }

    static KafkaNeeds ofSend(Cluster cluster) {
        Names names = cluster.names();
        Map<String, Set<AclOperation>> topics = operations(names, Topics.usedByOutbound());
        SendGroups.changelogs(names).forEach(topic -> topics.put(topic, READ_AND_WRITE));
        String prefix = SendGroups.gate(names) + "-";
        // Kafka Streams makes a new one for each process; any name with the prefix tells as much
        return new KafkaNeeds(topics, SendGroups.all(names), prefix, List.of(prefix + "check"));
    }

    private static Map<String, Set<AclOperation>> operations(Names names, List<TopicSpec> specs) {
        Map<String, Set<AclOperation>> operations = new LinkedHashMap<>();
        specs.forEach(spec -> operations.put(names.topic(spec), WRITTEN_ONLY.contains(spec) ? WRITE : READ_AND_WRITE));
        return operations;
    }
}
