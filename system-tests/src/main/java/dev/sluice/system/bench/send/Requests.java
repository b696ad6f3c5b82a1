package dev.sluice.system.bench.send;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.Priority;
import dev.sluice.model.Sender;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes requests and commands as any service would. The first send that fails shows at the next {@link #flush}. Not
 * thread-safe.
 */
final class Requests implements AutoCloseable {
    private static final String TEXT = "Your order has left our house and will be with you tomorrow before noon.";

    private final Producer<byte[], byte[]> producer;
    private final Names names;

    /** So that no two writers of a run give the same ids. */
    private final String ids = "bench-" + Long.toString(System.nanoTime(), 36) + "-";

    private volatile boolean failed;
    private long written;

    /** @param lingerMs 0 where each request counts, more where many are written at once */
    Requests(String bootstrap, String prefix, int lingerMs) {
        names = new Names(prefix);
        producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ProducerConfig.LINGER_MS_CONFIG,
                        lingerMs,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        128 * 1024),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    /** Writes a request of a message to this chat, with an id that no other has; returns at once. */
    void message(long bot, long chat, Priority priority) {
        write(
                Topics.REQUESTS,
                bot,
                "{\"request_id\":\"" + ids + ++written + "\",\"sender\":\""
                        + Sender.telegram(bot).text()
                        + "\",\"method\":\"sendMessage\",\"params\":{\"chat_id\":" + chat + ",\"text\":\"" + TEXT
                        + "\"},\"priority\":\"" + priority.word() + "\"}");
    }

    /** Writes {@code pause} or {@code resume}. */
    void command(long bot, String command) {
        write(
                Topics.COMMANDS,
                bot,
                "{\"command\":\"" + command + "\",\"sender\":\""
                        + Sender.telegram(bot).text() + "\"}");
        flush();
    }

    private void write(TopicSpec topic, long bot, String json) {
        String sender = Sender.telegram(bot).text();
        var unused = producer.send(
                new ProducerRecord<>(
                        names.topic(topic),
                        Partitions.forSender(sender, topic.partitions()),
                        sender.getBytes(UTF_8),
                        json.getBytes(UTF_8)),
                (metadata, failure) -> failed |= failure != null);
    }

    /** Waits until all is stored. */
    void flush() {
        producer.flush();
        if (failed) {
            throw new IllegalStateException("requests could not be stored");
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
