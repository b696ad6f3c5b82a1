package dev.sluice.ingest.shard;

import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.StoredRange;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateKey;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.kafka.PartitionReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether an update whose id is known is the very update that was stored, by comparing its bytes with {@code
 * telegram.updates}.
 *
 * <p>Needed only when the API hands out an id that the checkpoint already holds: after a server ignored our offset, or
 * when a restarted id sequence lands where we have been (TELEGRAM.md 1.2, 1.6). Ids alone cannot tell the two apart, and
 * times cannot either, since an update may carry none. What cannot be compared in time counts as new: a possible double
 * is better than a loss (I1 before I2).
 */
final class StoredUpdates {
    private static final Logger log = LoggerFactory.getLogger(StoredUpdates.class);

    /** The case is rare, so its shard may wait this long; no transaction is open meanwhile. */
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /** Clocks of two pollers may differ by this much; reading a little more costs nothing that matters. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    private final Names names;
    private final KafkaClients clients;
    private final Admin admin;
    private final int partitions;

    StoredUpdates(Names names, KafkaClients clients, Admin admin, int partitions) {
        this.names = names;
        this.clients = clients;
        this.admin = admin;
        this.partitions = partitions;
    }

    /** The ids among {@code suspects} whose bytes in {@code batch} are stored already. */
    Set<Integer> sameAsStored(long botId, UpdateBatch batch, Set<Integer> suspects, List<StoredRange> recent) {
        Map<String, SlicedUpdate> wanted = new HashMap<>();
        Map<TopicPartition, Long> since = new HashMap<>();
        for (SlicedUpdate update : batch.updates()) {
            if (suspects.contains(update.updateId())) {
                wanted.put(new UpdateKey(botId, update.updateId()).text(), update);
                // The same update names the same chat, so it lies in the same partition.
                int partition = Partitions.forUpdate(update.facts(), botId, partitions);
                since.merge(
                        new TopicPartition(names.topic(Topics.UPDATES), partition),
                        earliestMs(update.updateId(), recent),
                        Math::min);
            }
        }
        Set<Integer> same = new HashSet<>();
        try (Consumer<byte[], byte[]> reader = clients.reader()) {
            search(reader, since, () -> same.size() == wanted.size(), record -> {
                SlicedUpdate candidate = wanted.get(new String(record.key(), StandardCharsets.UTF_8));
                if (candidate != null && batch.sameBytes(candidate, record.value())) {
                    same.add(candidate.updateId());
                }
            });
        } catch (KafkaException e) {
            log.warn("bot {}: not all of {} known ids could be compared with what is stored", botId, wanted.size(), e);
        }
        return same;
    }

    private void search(
            Consumer<byte[], byte[]> reader,
            Map<TopicPartition, Long> since,
            BooleanSupplier enough,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> each) {
        Map<TopicPartition, Long> from = new HashMap<>();
        reader.offsetsForTimes(since, DEADLINE).forEach((partition, start) -> {
            // A partition without a record of that time or later has no start.
            if (start != null) {
                from.put(partition, start.offset());
            }
        });
        if (!from.isEmpty()) {
            PartitionReader.readFrom(admin, reader, from, DEADLINE, enough, each);
        }
    }

    private static long earliestMs(int updateId, List<StoredRange> recent) {
        long seconds = Long.MAX_VALUE;
        for (StoredRange range : recent) {
            if (range.first() <= updateId && updateId <= range.last()) {
                seconds = Math.min(seconds, range.storedAtSeconds());
            }
        }
        return Math.max(0, Math.multiplyExact(Math.min(seconds, Long.MAX_VALUE / 2000), 1000) - MARGIN.toMillis());
    }
}
