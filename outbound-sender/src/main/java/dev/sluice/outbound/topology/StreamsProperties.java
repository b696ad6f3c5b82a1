package dev.sluice.outbound.topology;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.LogAndFailExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/** The properties of the Streams application: what a user may change, and what the guarantees rest on. */
public final class StreamsProperties {
    /** The application and its group, before the topics prefix. */
    public static final String APPLICATION = "sluice-outbound";

    public static final Duration SESSION_TIMEOUT = Duration.ofSeconds(6);
    public static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

    /**
     * How long an idle stream thread waits for records before it looks at its timers: a window that comes free is no record. At
     * 30 sends a second 10 ms of lateness in all would already cost 1 % of the rate.
     */
    private static final long POLL_MS = 3;

    /** A slice of a rebuild takes 40 ms; a member that does not come back for this long holds up everybody else. */
    private static final int MAX_POLL_INTERVAL_MS = 15_000;

    /** The gate asks for its commits itself ({@link CommitPace}); this is for what it might miss. */
    private static final long COMMIT_INTERVAL_MS = 1_000;

    private static final long CACHE_BYTES = 32L * 1024 * 1024;

    /** Transactional stores keep what is not committed in memory, below this. */
    private static final long UNCOMMITTED_BYTES = 32L * 1024 * 1024;

    /** The largest topic takes 4 MiB; the broker decides about the last bytes. */
    private static final int MAX_REQUEST_BYTES = (4 * 1024 + 64) * 1024;

    private StreamsProperties() {}

    /**
     * All of them.
     *
     * @param user what {@code sluice.kafka.*} sets, {@code bootstrap.servers} among it; those of inner clients with Kafka
     *     Streams' prefixes
     * @param instanceId makes it a static member
     */
    public static Properties of(
            String applicationId,
            Map<String, Object> user,
            Optional<String> instanceId,
            Path stateDir,
            int replicationFactor) {
        Properties p = new Properties();
        changeable(p);
        p.putAll(user);
        fixed(p);
        p.put(StreamsConfig.APPLICATION_ID_CONFIG, applicationId);
        p.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        p.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, replicationFactor);
        p.put(StreamsConfig.topicPrefix(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG), replicationFactor == 1 ? "1" : "2");
        instanceId.ifPresent(id -> p.put(StreamsConfig.consumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG), id));
        return p;
    }

    /** The internal topics of an application of this name, which Kafka Streams makes at its first start. */
    public static List<String> changelogs(String applicationId) {
        return Nodes.STORES.stream()
                .map(store -> applicationId + "-" + store + "-changelog")
                .toList();
    }

    private static void changeable(Properties p) {
        p.put(StreamsConfig.METRIC_REPORTER_CLASSES_CONFIG, "");
        p.put(StreamsConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        p.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
        p.put(StreamsConfig.POLL_MS_CONFIG, POLL_MS);
        p.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, CACHE_BYTES);
        p.put(StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, UNCOMMITTED_BYTES);
        consumer(p, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, (int) SESSION_TIMEOUT.toMillis());
        consumer(p, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, (int) SESSION_TIMEOUT.toMillis() / 3);
        consumer(p, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, MAX_POLL_INTERVAL_MS);
        producer(p, ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) TRANSACTION_TIMEOUT.toMillis());
        producer(p, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        // many small batches, whose compression costs this process and the broker more than it saves
        producer(p, ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    }

    private static void fixed(Properties p) {
        p.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        p.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, "classic");
        // one transaction and one set of markers; a second thread would double both
        p.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 1);
        p.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, 0);
        // never -1: what is on the brokers is waited for, or a backlog of requests would hide a stored 429
        p.put(StreamsConfig.MAX_TASK_IDLE_MS_CONFIG, 0L);
        p.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        // without it a process that dies finds its stores wiped, and restores a million jobs from Kafka
        p.put(StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
        p.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, SharedRocksDb.class);
        // bytes are always readable, and what is in them is judged by the gate; a fault behind that is a fault of ours
        p.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndFailExceptionHandler.class);
        p.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG, LogAndFailProcessingExceptionHandler.class);
        // there is no global thread; without this Kafka Streams warns about it at every start
        p.put(StreamsConfig.PROCESSING_EXCEPTION_HANDLER_GLOBAL_ENABLED_CONFIG, true);
    }

    private static void consumer(Properties p, String name, Object value) {
        p.put(StreamsConfig.consumerPrefix(name), value);
    }

    private static void producer(Properties p, String name, Object value) {
        p.put(StreamsConfig.producerPrefix(name), value);
    }
}
