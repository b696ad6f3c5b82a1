package dev.sluice.local.echo;

import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads updates and puts an answer to each on {@code outbound.requests}. It is idempotent by request id, not transactional:
 * requests are stored first, then the offsets, so after a crash in between it asks for some answers again, and the gate knows
 * their ids. That is all that any service needs.
 *
 * <p>A thread in the process of {@code sluice local} is enough: nothing rests on its life but answers that come later, and a
 * process of its own would cost a newcomer a hundred megabytes for it. It takes all partitions itself instead of joining its
 * group, which holds its offsets only: one {@code sluice local} has one echo, and then it starts without a rebalance.
 */
public final class EchoService implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EchoService.class);
    private static final String NAME = "sluice-local-echo";
    private static final Duration POLL = Duration.ofMillis(100);
    private static final long REST_AFTER_FAULT_MS = 1_000;

    private final KafkaClients clients;
    private final Names names;
    private final Thread thread = new Thread(this::run, "local-echo");
    private volatile boolean stopped;

    private EchoService(KafkaClients clients, Names names) {
        this.clients = clients;
        this.names = names;
    }

    /** Starts it; what is stored after this returns is answered, and what it had not answered when it ran last. */
    public static EchoService start(KafkaClients clients, Names names) {
        EchoService echo = new EchoService(clients, names);
        try (Consumer<byte[], byte[]> consumer = echo.consumer()) {
            echo.beginAtEndWhereItNeverWas(consumer);
        }
        echo.thread.setDaemon(true);
        echo.thread.start();
        return echo;
    }

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> consumer = clients.groupConsumer(names.group(NAME), Optional.empty(), Map.of());
        consumer.assign(consumer.partitionsFor(names.topic(Topics.UPDATES)).stream()
                .map(p -> new TopicPartition(p.topic(), p.partition()))
                .toList());
        return consumer;
    }

    private void beginAtEndWhereItNeverWas(Consumer<byte[], byte[]> consumer) {
        Set<TopicPartition> all = new HashSet<>(consumer.assignment());
        Map<TopicPartition, OffsetAndMetadata> known = consumer.committed(all);
        all.removeIf(partition -> known.get(partition) != null);
        consumer.commitSync(consumer.endOffsets(all).entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, end -> new OffsetAndMetadata(end.getValue()))));
    }

    private void run() {
        while (!stopped) {
            try (Consumer<byte[], byte[]> consumer = consumer();
                    Producer<byte[], byte[]> producer = clients.producer(NAME)) {
                int partitions =
                        producer.partitionsFor(names.topic(Topics.REQUESTS)).size();
                while (!stopped) {
                    answer(consumer, producer, partitions);
                }
            } catch (InterruptException e) {
                return;
            } catch (KafkaException e) {
                log.warn("the echo begins again at its stored offsets", e);
                rest();
            }
        }
    }

    private void answer(Consumer<byte[], byte[]> consumer, Producer<byte[], byte[]> producer, int partitions) {
        List<Future<RecordMetadata>> storing = new ArrayList<>();
        Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> update : consumer.poll(POLL)) {
            EchoAnswers.to(update).ifPresent(request -> storing.add(producer.send(record(request, partitions))));
            read.put(
                    new TopicPartition(update.topic(), update.partition()), new OffsetAndMetadata(update.offset() + 1));
        }
        if (!read.isEmpty()) {
            producer.flush();
            storing.forEach(EchoService::requireStored);
            consumer.commitSync(read);
        }
    }

    /** In the partition of its sender, where the gate that owns the sender reads. */
    private ProducerRecord<byte[], byte[]> record(SendRequest request, int partitions) {
        String sender = request.sender().text();
        return new ProducerRecord<>(
                names.topic(Topics.REQUESTS),
                Partitions.forSender(sender, partitions),
                sender.getBytes(StandardCharsets.UTF_8),
                SendRequestCodec.encode(request));
    }

    private static void requireStored(Future<RecordMetadata> record) {
        try {
            record.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof KafkaException cause ? cause : new KafkaException(e.getCause());
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private void rest() {
        try {
            TimeUnit.MILLISECONDS.sleep(REST_AFTER_FAULT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it between two batches. */
    @Override
    public void close() {
        stopped = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
