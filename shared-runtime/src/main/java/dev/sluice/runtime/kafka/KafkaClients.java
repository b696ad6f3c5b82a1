package dev.sluice.runtime.kafka;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.ClientKind;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;

/**
 * Makes every Kafka client of a process: {@link ClientDefaults}, over them the {@code sluice.kafka.*} settings, over them
 * what the caller needs and what may not be changed. Each client has an id of its own and its metrics in the registry until
 * it is closed. Thread-safe.
 */
public final class KafkaClients {
    private static final Pattern NAMED_PROPERTY = Pattern.compile("(?:configuration| in) ([a-z0-9]+(?:\\.[a-z0-9]+)+)");

    private final Settings settings;
    private final MeterRegistry registry;
    private final AtomicInteger made = new AtomicInteger();

    /**
     * Checks the properties; connects to nothing.
     *
     * @throws StartFailure (USAGE) when one is not acceptable to Kafka, or the timeouts do not hang together
     */
    public KafkaClients(Settings settings, MeterRegistry registry) {
        this.settings = settings;
        this.registry = registry;
        settings.get(CommonSettings.BOOTSTRAP_SERVERS);
        ProducerConfig producer =
                checked(ClientKind.PRODUCER, () -> new ProducerConfig(producerProperties("check", Map.of())));
        ConsumerConfig consumer =
                checked(ClientKind.CONSUMER, () -> new ConsumerConfig(consumerProperties("check", Map.of())));
        checked(ClientKind.ADMIN, () -> new AdminClientConfig(adminProperties("check")));
        requireConsistent(consumer, producer);
    }

    /**
     * An Admin client.
     *
     * @throws StartFailure (USAGE) when the properties do not make one, for a key store that cannot be read and the like
     */
    public Admin admin() {
        AdminClient client = checked(
                ClientKind.ADMIN, () -> AdminClient.create(adminProperties("sluice-admin-" + made.incrementAndGet())));
        return MeteredClient.bind(Admin.class, client, new KafkaClientMetrics(client), registry);
    }

    /** A producer with this transactional id, named after it; not initialised. */
    public Producer<byte[], byte[]> transactionalProducer(String transactionalId, Map<String, Object> extra) {
        Map<String, Object> p = producerProperties(transactionalId, extra);
        p.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        return new MeteredProducer(p, registry);
    }

    /** An idempotent producer for single records that need no transaction; retried until its delivery timeout. */
    public Producer<byte[], byte[]> producer(String name) {
        return producer(name, Map.of());
    }

    /** The same with properties of the caller's. */
    public Producer<byte[], byte[]> producer(String name, Map<String, Object> extra) {
        return new MeteredProducer(producerProperties(name, extra), registry);
    }

    /**
     * A member of a consumer group, cooperative and read_committed; it commits nothing by itself.
     *
     * @param staticInstanceId makes it a static member
     */
    public Consumer<byte[], byte[]> groupConsumer(
            String group, Optional<String> staticInstanceId, Map<String, Object> extra) {
        Map<String, Object> p =
                consumerProperties(staticInstanceId.map(id -> group + "-" + id).orElse(group), extra);
        p.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        staticInstanceId.ifPresent(id -> p.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, id));
        return metered(new KafkaConsumer<>(p));
    }

    /** What ends a static member when its consumer throws {@code FencedInstanceIdException}. */
    public static StartFailure instanceIdTaken() {
        return new StartFailure(
                ExitCode.CHECK_FAILED,
                CommonSettings.INSTANCE_ID.key(),
                "another process has joined the group under the same id; give each instance an id of its own");
    }

    /** A read_committed consumer without a group, for {@link PartitionReader}. */
    public Consumer<byte[], byte[]> reader() {
        return metered(new KafkaConsumer<>(consumerProperties("sluice-reader-" + made.incrementAndGet(), Map.of())));
    }

    /** The same under a name that stays, with properties of the caller's, for one that reads as long as the process lives. */
    public Consumer<byte[], byte[]> reader(String name, Map<String, Object> extra) {
        return metered(new KafkaConsumer<>(consumerProperties(name, extra)));
    }

    /**
     * The same without metrics: for looking into many partitions for a moment, each of which would be series of their own.
     *
     * @param name of the client
     */
    public Consumer<byte[], byte[]> unmeteredReader(String name, Map<String, Object> extra) {
        return new KafkaConsumer<>(consumerProperties(name, extra));
    }

    @SuppressWarnings("unchecked") // the proxy of the raw interface passes everything to the typed client
    private Consumer<byte[], byte[]> metered(Consumer<byte[], byte[]> client) {
        return (Consumer<byte[], byte[]>)
                MeteredClient.bind(Consumer.class, client, new KafkaClientMetrics(client), registry);
    }

    private Map<String, Object> producerProperties(String clientId, Map<String, Object> extra) {
        return properties(ClientKind.PRODUCER, clientId, extra);
    }

    private Map<String, Object> consumerProperties(String clientId, Map<String, Object> extra) {
        return properties(ClientKind.CONSUMER, clientId, extra);
    }

    private Map<String, Object> adminProperties(String clientId) {
        return properties(ClientKind.ADMIN, clientId, Map.of());
    }

    Map<String, Object> properties(ClientKind kind, String clientId, Map<String, Object> extra) {
        Map<String, Object> p = new HashMap<>(ClientDefaults.changeable(kind));
        p.putAll(settings.kafka(kind));
        // a client.id that is set goes before our own: one id for all would mix up their metrics
        p.merge(CommonClientConfigs.CLIENT_ID_CONFIG, clientId, (set, own) -> set + "-" + own);
        p.putAll(extra);
        p.putAll(ClientDefaults.fixed(kind));
        return p;
    }

    /** A frozen owner must be out of its group before its transaction ends, and a send before either (DESIGN section 4). */
    private void requireConsistent(ConsumerConfig consumer, ProducerConfig producer) {
        int transaction = producer.getInt(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
        String session = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
        requireBelow(transaction, ClientKind.CONSUMER, session, consumer.getInt(session));
        String delivery = ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
        requireBelow(transaction, ClientKind.PRODUCER, delivery, producer.getInt(delivery));
        if (producer.getInt(ProducerConfig.BATCH_SIZE_CONFIG) > ClientDefaults.MAX_BATCH_BYTES) {
            throw settings.refuseKafka(
                    ClientKind.PRODUCER,
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    "is more than a topic takes; wants at most " + ClientDefaults.MAX_BATCH_BYTES + " bytes");
        }
    }

    private void requireBelow(int transactionTimeoutMs, ClientKind kind, String property, int valueMs) {
        if (valueMs >= transactionTimeoutMs) {
            throw settings.refuseKafka(
                    kind,
                    property,
                    valueMs + " ms is not below transaction.timeout.ms; wants less than " + transactionTimeoutMs
                            + " ms");
        }
    }

    private <T> T checked(ClientKind kind, Supplier<T> made) {
        try {
            return made.get();
        } catch (KafkaException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            String problem = root.getMessage() + "; wants what Kafka's documentation of this property says";
            Matcher named = NAMED_PROPERTY.matcher(String.valueOf(root.getMessage()));
            throw named.find()
                    ? settings.refuseKafka(kind, named.group(1), problem)
                    : new StartFailure(ExitCode.USAGE, "sluice.kafka", String.valueOf(root.getMessage()), e);
        }
    }
}
