package dev.sluice.system.check;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Reads topics as a read_committed consumer and keeps what it has read, so that a later call only reads on.
 *
 * <p>It reads to the uncommitted end by position: the last stable offset can be stale, and markers and aborted records leave
 * holes. While a transaction hangs it waits, until the transaction is settled or the deadline passes. Not thread-safe.
 */
public final class CommittedReader implements AutoCloseable {
    private final Admin admin;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final String updatesTopic;
    private final Predicate<ConsumerRecord<byte[], byte[]>> wanted;
    private final Map<String, Long> counts = new HashMap<>();
    private final Map<String, List<TopicPartition>> partitions;
    private final Map<String, List<StoredRecord>> records = new HashMap<>();

    /**
     * Opens a reader at the beginning of some topics, which exist.
     *
     * @param updatesTopic of this one no values are kept, only their hashes
     */
    public CommittedReader(String bootstrapServers, String updatesTopic, Collection<String> topics) {
        this(bootstrapServers, updatesTopic, topics, record -> true);
    }

    private CommittedReader(
            String bootstrapServers,
            String updatesTopic,
            Collection<String> topics,
            Predicate<ConsumerRecord<byte[], byte[]>> wanted) {
        admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
        this.updatesTopic = updatesTopic;
        this.wanted = wanted;
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false,
                "fetch.max.wait.ms",
                50,
                "default.api.timeout.ms",
                60_000,
                "max.poll.records",
                5_000);
        consumer = new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        partitions = topics.stream()
                .collect(Collectors.toMap(
                        t -> t,
                        t -> consumer.partitionsFor(t).stream()
                                .map(p -> new TopicPartition(p.topic(), p.partition()))
                                .toList()));
        List<TopicPartition> all =
                partitions.values().stream().flatMap(List::stream).toList();
        consumer.assign(all);
        consumer.seekToBeginning(all);
    }

    /** Opens a reader that keeps all values. */
    public CommittedReader(String bootstrapServers, Collection<String> topics) {
        this(bootstrapServers, "", topics);
    }

    /** Opens a reader that only counts what is not wanted, for topics that would not fit into memory. */
    public static CommittedReader keeping(
            Predicate<ConsumerRecord<byte[], byte[]>> wanted, String bootstrapServers, Collection<String> topics) {
        return new CommittedReader(bootstrapServers, "", topics, wanted);
    }

    /** Where these topics end now, open transactions included. */
    public Map<TopicPartition, Long> ends(String... topics) {
        return ends(IsolationLevel.READ_UNCOMMITTED, topics);
    }

    /** How many offsets of a topic lie behind the beginning of a transaction that is still open. */
    public long unsettled(String topic) {
        return sum(ends(IsolationLevel.READ_UNCOMMITTED, topic)) - sum(ends(IsolationLevel.READ_COMMITTED, topic));
    }

    private static long sum(Map<TopicPartition, Long> offsets) {
        return offsets.values().stream().mapToLong(Long::longValue).sum();
    }

    private Map<TopicPartition, Long> ends(IsolationLevel isolation, String... topics) {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        for (String topic : topics) {
            partitionsOf(topic).forEach(p -> wanted.put(p, OffsetSpec.latest()));
        }
        try {
            Map<TopicPartition, Long> ends = new HashMap<>();
            admin.listOffsets(wanted, new ListOffsetsOptions(isolation))
                    .all()
                    .get()
                    .forEach((partition, end) -> ends.put(partition, end.offset()));
            return ends;
        } catch (ExecutionException e) {
            throw new IllegalStateException("cannot see where topics end", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading", e);
        }
    }

    /**
     * Reads up to these offsets; more may be read.
     *
     * @throws IllegalStateException when the deadline passes first
     */
    public void readTo(Map<TopicPartition, Long> ends, Duration deadline) {
        long until = System.nanoTime() + deadline.toNanos();
        List<TopicPartition> open = new ArrayList<>(ends.keySet());
        while (true) {
            open.removeIf(p -> consumer.position(p) >= ends.getOrDefault(p, 0L));
            if (open.isEmpty()) {
                return;
            }
            if (System.nanoTime() > until) {
                throw new IllegalStateException("a transaction hangs: not readable to the end: " + open);
            }
            consumer.poll(Duration.ofMillis(50)).forEach(this::keep);
        }
    }

    /** Reads what these topics hold now. */
    public void readToEnd(Duration deadline, String... topics) {
        readTo(ends(topics), deadline);
    }

    /** What has been read of a topic, in the order of offsets within each partition. */
    public List<StoredRecord> records(String topic) {
        return records.getOrDefault(topic, List.of());
    }

    /** How many records of a topic were read, kept or not. */
    public long count(String topic) {
        return counts.getOrDefault(topic, 0L);
    }

    /** Forgets what was read so far. The next call reads on from there. */
    public void forget() {
        records.clear();
    }

    Set<String> topics() {
        return partitions.keySet();
    }

    @Override
    public void close() {
        consumer.close();
        admin.close();
    }

    private List<TopicPartition> partitionsOf(String topic) {
        return partitions.getOrDefault(topic, List.of());
    }

    private void keep(ConsumerRecord<byte[], byte[]> record) {
        counts.merge(record.topic(), 1L, Long::sum);
        if (!wanted.test(record)) {
            return;
        }
        byte[] value = record.value() == null ? new byte[0] : record.value();
        Map<String, String> headers = new LinkedHashMap<>();
        for (Header header : record.headers()) {
            headers.put(header.key(), text(header.value()));
        }
        records.computeIfAbsent(record.topic(), t -> new ArrayList<>())
                .add(new StoredRecord(
                        record.topic(),
                        record.partition(),
                        record.offset(),
                        record.timestamp(),
                        text(record.key()),
                        record.topic().equals(updatesTopic) ? new byte[0] : value,
                        sha256(value),
                        headers));
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
