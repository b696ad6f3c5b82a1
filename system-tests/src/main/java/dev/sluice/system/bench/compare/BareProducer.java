package dev.sluice.system.bench.compare;

import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** One transactional producer with a thread, which writes a sample of records over and over. */
final class BareProducer {
    /** As in Telegram's answers: one checkpoint for so many updates. */
    private static final int UPDATES_PER_CHECKPOINT = 100;

    private final Producer<byte[], byte[]> producer;
    private final String updates;
    private final String checkpoints;
    private final int shard;
    private final RecordSample sample;
    private int next;

    /** What one run came to; complete once {@link #await} has returned. */
    static final class Run {
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private long updates;
        private long transactions;

        void await() {
            done.join();
        }

        long updates() {
            return updates;
        }

        long transactions() {
            return transactions;
        }
    }

    BareProducer(String bootstrap, String prefix, int shard, RecordSample sample) {
        Names names = new Names(prefix);
        updates = names.topic(Topics.UPDATES);
        checkpoints = names.topic(Topics.CHECKPOINTS);
        this.shard = shard;
        this.sample = sample;
        this.next = shard * 1000;
        Map<String, Object> p = new HashMap<>();
        p.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        p.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, prefix + "bench-bare-" + shard);
        p.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        p.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        // batches large enough that a group's records of one partition leave together: with Kafka's 16 KiB it is slower
        p.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        p.put(ProducerConfig.LINGER_MS_CONFIG, 10);
        producer = new KafkaProducer<>(p);
        producer.initTransactions();
    }

    /** Writes until the time has come, in transactions of this many records; returns at once. */
    Run run(int recordsPerTransaction, long untilNanos) {
        Run run = new Run();
        Thread thread = new Thread(
                () -> {
                    try {
                        while (System.nanoTime() < untilNanos) {
                            run.updates += transaction(recordsPerTransaction);
                            run.transactions++;
                        }
                        run.done.complete(null);
                    } catch (RuntimeException e) {
                        run.done.completeExceptionally(e);
                    }
                },
                "bare-producer-" + shard);
        thread.start();
        return run;
    }

    /** Returns how many of its records were updates. */
    private int transaction(int records) {
        int stored = 0;
        producer.beginTransaction();
        for (int n = 1; n <= records; n++) {
            if (n % (UPDATES_PER_CHECKPOINT + 1) == 0 || n == records) {
                RecordSample.Item item = sample.checkpoint(next);
                producer.send(new ProducerRecord<>(checkpoints, shard, null, item.key(), item.value(), item.headers()));
            } else {
                RecordSample.Item item = sample.update(next++);
                producer.send(new ProducerRecord<>(
                        updates, item.partition(), item.timestamp(), item.key(), item.value(), item.headers()));
                stored++;
            }
        }
        producer.commitTransaction();
        return stored;
    }
}
