package dev.sluice.runtime.kafka;

import dev.sluice.runtime.settings.ClientKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The properties that Sluice gives its Kafka clients: those that {@code sluice.kafka.*} may change, and those that it may
 * not, because the guarantees rest on them.
 */
final class ClientDefaults {
    /** A dead member is replaced after this; below the transaction timeout, so that its successor finds it settled or fences it. */
    static final int SESSION_TIMEOUT_MS = 6_000;

    /** An open transaction holds back every read_committed reader: short, yet above session and delivery timeout. */
    static final int TRANSACTION_TIMEOUT_MS = 15_000;

    /** What is not sent by then is aborted, while the transaction still stands. */
    static final int DELIVERY_TIMEOUT_MS = 10_000;

    /** One answer; two tries fit into the delivery timeout. */
    private static final int REQUEST_TIMEOUT_MS = 4_000;

    /** A name that DNS does not know yet is asked for again: it shall not fail the making of a client. */
    private static final int RESOLVE_TIMEOUT_MS = 300_000;

    /** How long one call blocks on metadata, buffer or coordinator; {@link TransactionalWriter} repeats those it may. */
    private static final int MAX_BLOCK_MS = 5_000;

    /** A member that does not come back to poll holds up a rebalance for this long. */
    private static final int MAX_POLL_INTERVAL_MS = 10_000;

    /** The largest topic takes 4 MiB (the catalogue's quoting topics); the broker decides about the last bytes. */
    private static final int MAX_REQUEST_BYTES = (4 * 1024 + 64) * 1024;

    /** Two of the largest records, or some 10,000 updates; times eight shards it is still a small part of the heap. */
    private static final long BUFFER_BYTES = 8 * 1024 * 1024;

    /** About a hundred updates in one batch of one partition. */
    private static final int BATCH_BYTES = 64 * 1024;

    /**
     * Below the {@code max.message.bytes} of every topic in the catalogue: a batch that the broker finds too large is split
     * into batches of this size, and if those are too large again, without end and without pause (seen: 600 tries a second).
     */
    static final int MAX_BATCH_BYTES = 512 * 1024;

    /** Long enough for a group's records to fill their batches; the flush before each commit ends it at once. */
    private static final int LINGER_MS = 10;

    private ClientDefaults() {}

    /** What a setting may change. */
    static Map<String, Object> changeable(ClientKind kind) {
        Map<String, Object> p = new HashMap<>();
        p.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, ""); // no JMX; Micrometer reads the metrics itself
        p.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false");
        p.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        p.put(CommonClientConfigs.BOOTSTRAP_RESOLVE_TIMEOUT_MS_CONFIG, RESOLVE_TIMEOUT_MS);
        switch (kind) {
            case PRODUCER -> {
                p.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MS);
                p.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
                p.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
                p.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
                p.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
                p.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
                p.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
            }
            case CONSUMER -> {
                p.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
                p.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, SESSION_TIMEOUT_MS / 3);
                p.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MS);
                p.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, MAX_BLOCK_MS);
                p.put(
                        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                        List.of(CooperativeStickyAssignor.class.getName()));
            }
            case ADMIN -> p.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
            case STREAMS -> throw new IllegalArgumentException("Kafka Streams makes its own clients");
        }
        return p;
    }

    /** What nothing may change. */
    static Map<String, Object> fixed(ClientKind kind) {
        Map<String, Object> p = new HashMap<>();
        if (kind == ClientKind.PRODUCER) {
            p.put(ProducerConfig.ACKS_CONFIG, "all");
            p.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
            p.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
            p.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        } else if (kind == ClientKind.CONSUMER) {
            p.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
            p.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
            p.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
            p.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
            p.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false); // topics come from the catalogue only
            p.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
            p.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        }
        return p;
    }
}
