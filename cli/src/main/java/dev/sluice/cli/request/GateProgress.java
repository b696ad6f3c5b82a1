package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.model.RecordPlace;
import dev.sluice.outbound.SendGroups;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How far the gate has come. It commits its position together with everything that follows from what it read. */
final class GateProgress {
    private static final Logger log = LoggerFactory.getLogger(GateProgress.class);

    private GateProgress() {}

    /** Whether the gate has read the record, and all that follows from it stands in its topics; false also when we may not ask. */
    static boolean hasPassed(Cluster cluster, RecordPlace record) {
        String group = SendGroups.gate(cluster.names());
        try {
            OffsetAndMetadata position = cluster.admin()
                    .listConsumerGroupOffsets(group)
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(record.topic(), record.partition()));
            return position != null && position.offset() > record.offset();
        } catch (ExecutionException e) {
            log.debug("position of {} not known", group, e);
            return false;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }
}
