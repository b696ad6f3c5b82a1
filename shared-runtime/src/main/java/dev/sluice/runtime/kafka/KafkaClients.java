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
import java.util.stream.Stream;
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
 *
 * <p>Whatever makes a client throws {@link StartFailure} (USAGE) when the properties do not make one, for a key store that
 * cannot be read and the like.
 */
public final class KafkaClients {
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

    /** An Admin client. */
    public Admin admin() {
        AdminClient client = checked(
                ClientKind.ADMIN, () -> AdminClient.create(adminProperties("sluice-admin-" + made.incrementAndGet())));
        return MeteredClient.bind(Admin.class, client, new KafkaClientMetrics(client), registry);
    }

    /** A producer with this transactional id, named after it; not initialised. */
    public Producer<byte[], byte[]> transactionalProducer(String transactionalId, Map<String, Object> extra) {
        Map<String, Object> p = producerProperties(transactionalId, extra);
        p.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        return checked(ClientKind.PRODUCER, () -> new MeteredProducer(p, registry));
    }

    /** An idempotent producer for single records that need no transaction; retried until its delivery timeout. */
    public Producer<byte[], byte[]> producer(String name) {
        return producer(name, Map.of());
    }

    /** The same with properties of the caller's. */
    public Producer<byte[], byte[]> producer(String name, Map<String, Object> extra) {
        Map<String, Object> p = producerProperties(name, extra);
        return checked(ClientKind.PRODUCER, () -> new MeteredProducer(p, registry));
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
        return consumer(p);
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
        return consumer(consumerProperties("sluice-reader-" + made.incrementAndGet(), Map.of()));
    }

    private Consumer<byte[], byte[]> consumer(Map<String, Object> p) {
        return metered(checked(ClientKind.CONSUMER, () -> new KafkaConsumer<byte[], byte[]>(p)));
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
        requireTimeToRetry(producer);
        int heartbeat = consumer.getInt(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG);
        if (heartbeat >= consumer.getInt(session)) {
            throw settings.refuseKafka(
                    ClientKind.CONSUMER,
                    ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                    heartbeat + " ms is not below session.timeout.ms; wants less than " + consumer.getInt(session)
                            + " ms");
        }
        if (producer.getInt(ProducerConfig.BATCH_SIZE_CONFIG) > ClientDefaults.MAX_BATCH_BYTES) {
            throw settings.refuseKafka(
                    ClientKind.PRODUCER,
                    ProducerConfig.BATCH_SIZE_CONFIG,
                    "is more than a topic takes; wants at most " + ClientDefaults.MAX_BATCH_BYTES + " bytes");
        }
    }

    /** What Kafka's producer wants of itself, and says in words that name no setting as it was written. */
    private void requireTimeToRetry(ProducerConfig producer) {
        int delivery = producer.getInt(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        long least = producer.getLong(ProducerConfig.LINGER_MS_CONFIG)
                + producer.getInt(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG);
        if (delivery >= least) {
            return;
        }
        Map<String, Object> set = settings.kafka(ClientKind.PRODUCER);
        String named = Stream.of(
                        ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                        ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        ProducerConfig.LINGER_MS_CONFIG)
                .filter(set::containsKey)
                .findFirst()
                .orElse(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG);
        throw settings.refuseKafka(
                ClientKind.PRODUCER,
                named,
                "delivery.timeout.ms " + delivery + " is below linger.ms + request.timeout.ms; wants " + least
                        + " ms or more there, or less in the other two");
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
            throw ClientRefusal.of(settings, kind, e);
        }
    }
}
