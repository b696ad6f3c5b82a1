package dev.sluice.outbound.desk.feed;

import dev.sluice.model.Partitions;
import dev.sluice.outbound.desk.web.CommandStore;
import dev.sluice.outbound.desk.web.UnavailableException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes commands to the partitions of their senders, and waits until all in-sync replicas have them. */
public final class CommandWriter implements CommandStore, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CommandWriter.class);

    /** Above the producer's own delivery timeout, so that what it says comes first. */
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private static final Duration CLOSE = Duration.ofSeconds(1);

    private final String topic;
    private final Producer<byte[], byte[]> producer;

    public CommandWriter(DeskTopics topics, Producer<byte[], byte[]> producer) {
        this.topic = topics.commands();
        this.producer = producer;
    }

    @Override
    public void store(List<Entry> commands) {
        List<Future<RecordMetadata>> answers = new ArrayList<>();
        try {
            int partitions = producer.partitionsFor(topic).size();
            for (Entry command : commands) {
                String sender = command.sender().text();
                answers.add(producer.send(new ProducerRecord<>(
                        topic,
                        Partitions.forSender(sender, partitions),
                        sender.getBytes(StandardCharsets.UTF_8),
                        command.value())));
            }
        } catch (KafkaException e) {
            throw unavailable(stored(answers), commands.size(), e);
        }
        int stored = stored(answers);
        if (stored < commands.size()) {
            throw unavailable(stored, commands.size(), null);
        }
    }

    private int stored(List<Future<RecordMetadata>> answers) {
        long until = System.nanoTime() + DEADLINE.toNanos();
        int stored = 0;
        for (Future<RecordMetadata> answer : answers) {
            try {
                var unused = answer.get(Math.max(0, until - System.nanoTime()), TimeUnit.NANOSECONDS);
                stored++;
            } catch (ExecutionException e) {
                log.warn("a command of the desk was not stored", e.getCause());
            } catch (TimeoutException e) {
                log.warn("a command of the desk was not confirmed within {} s", DEADLINE.toSeconds());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return stored;
            }
        }
        return stored;
    }

    private static UnavailableException unavailable(
            int stored, int all, @org.jspecify.annotations.Nullable KafkaException why) {
        if (why != null) {
            log.warn("commands of the desk were not stored", why);
        }
        return new UnavailableException("Kafka has confirmed " + stored + " of " + all
                + " commands, the others may be stored or not; the same again does no harm");
    }

    @Override
    public void close() {
        producer.close(CLOSE);
    }
}
