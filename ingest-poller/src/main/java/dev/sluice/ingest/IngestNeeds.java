package dev.sluice.ingest;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.sluice.ingest.shard.ShardAssembly;
import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.runtime.acl.KafkaNeed;
import java.util.List;

/** What Kafka has to allow the poller. The settings of its topics are looked at, since it refuses topics that would lose records. */
public final class IngestNeeds {
    private IngestNeeds() {}

    public static List<KafkaNeed> of(Names names) {
        String group = names.group(ShardAssembly.GROUP);
        return List.of(
                // read, too: an id that comes a second time is compared with what is stored
                KafkaNeed.topic(names.topic(Topics.UPDATES), READ, WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.CHECKPOINTS), READ, WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.INGEST_EVENTS), WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.QUARANTINE), WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.group(group, READ),
                // one for each shard, whatever their number
                KafkaNeed.transactionalIds(group + "-", List.of(names.ingestTransactionalId(0))));
    }
}
