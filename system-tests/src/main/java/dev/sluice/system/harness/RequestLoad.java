package dev.sluice.system.harness;

import dev.sluice.model.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/**
 * Services that want messages sent: writes requests and commands past the proxy, with a plain producer. What it writes follows
 * from the seed; when, does not. Thread-safe.
 */
public final class RequestLoad implements AutoCloseable {
    private static final int RECENT = 200;

    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Long> bots;
    private final String prefix;
    private final LoadMix mix;
    private final Random random;
    private final LoadRequest shapes;
    private final Deque<String> recent = new ArrayDeque<>();
    private @Nullable Thread running;
    private volatile boolean stopping;

    /** Guarded by {@code shapes}, as the random choices and the memory of recent ones are. */
    private long written;

    /**
     * @param prefix of the request ids, unlike that of any other load
     */
    public RequestLoad(String bootstrapServers, Collection<Long> bots, String prefix, LoadMix mix, long seed) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrapServers, "acks", "all", "linger.ms", 2),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.bots = List.copyOf(bots);
        this.prefix = prefix;
        this.mix = mix;
        random = new Random(seed);
        shapes = new LoadRequest(mix, random);
    }

    /** Begins to write so many requests per second over all bots. */
    public synchronized void start(double perSecond) {
        stop();
        stopping = false;
        Thread thread = new Thread(
                () -> {
                    long gapNanos = (long) (1e9 / perSecond);
                    long next = System.nanoTime();
                    while (!stopping) {
                        request();
                        next += gapNanos;
                        LockSupport.parkNanos(next - System.nanoTime());
                    }
                },
                "request-load");
        thread.setDaemon(true);
        running = thread;
        thread.start();
    }

    /** Stops, and returns when all that was written is stored. */
    public synchronized void stop() {
        Thread thread = running;
        if (thread != null) {
            stopping = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            running = null;
        }
        producer.flush();
    }

    /** Writes so many requests at once, and returns when they are stored. */
    public void burst(int count) {
        for (int n = 0; n < count; n++) {
            request();
        }
        producer.flush();
    }

    /**
     * Somebody cancels the request that was written as the n-th before the last, n below 200; stored on return.
     *
     * @return its job key
     */
    public String cancel(int beforeLast) {
        String[] job;
        synchronized (shapes) {
            job = recent.stream()
                    .skip(recent.size() - 1L - beforeLast)
                    .findFirst()
                    .orElseThrow()
                    .split(" ", -1);
        }
        send(cancel(job[0], job[1]));
        producer.flush();
        return job[0] + "/" + job[1];
    }

    /** A person's decision about a job; stored on return. */
    public void resolve(String jobKey, int attempt, String decision) {
        int slash = jobKey.indexOf('/');
        command(
                jobKey.substring(0, slash),
                "\"command\":\"resolve\",\"request_id\":\"" + jobKey.substring(slash + 1) + "\",\"attempt\":" + attempt
                        + ",\"decision\":\"" + decision + "\",\"by\":\"a person\"");
        producer.flush();
    }

    /** Distinct requests so far. */
    public long written() {
        synchronized (shapes) {
            return written;
        }
    }

    public static String senderOf(long bot) {
        return "telegram:" + bot;
    }

    private void request() {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        synchronized (shapes) {
            String sender = senderOf(bots.get(random.nextInt(bots.size())));
            String id = prefix + "-" + ++written;
            LoadRequest.Written request = shapes.next(id, sender, Instant.now());
            if (shapes.lot(mix.cancels())) {
                // of one that is there, or of the next one, which may have another sender: then nobody ever hears of it
                String cancelled = random.nextInt(4) == 0 || recent.isEmpty() ? prefix + "-" + (written + 1) : id;
                if (random.nextBoolean() && !recent.isEmpty()) {
                    String[] earlier = recent.getFirst().split(" ", -1);
                    records.add(cancel(earlier[0], earlier[1]));
                } else {
                    records.add(cancel(sender, cancelled));
                }
            }
            records.add(of(Topics.REQUESTS.name(), sender, request.json()));
            if (shapes.lot(mix.repeats())) {
                records.add(of(Topics.REQUESTS.name(), sender, request.json()));
            }
            if (!request.chat().isEmpty() && shapes.lot(mix.chatCancels())) {
                records.add(of(
                        Topics.COMMANDS.name(),
                        sender,
                        "{\"command\":\"cancel_chat\",\"sender\":\"" + sender + "\",\"chat_id\":" + request.chat()
                                + "}"));
            }
            recent.addLast(sender + " " + id);
            if (recent.size() > RECENT) {
                recent.removeFirst();
            }
        }
        records.forEach(this::send);
    }

    private static ProducerRecord<byte[], byte[]> cancel(String sender, String id) {
        return of(
                Topics.COMMANDS.name(),
                sender,
                "{\"command\":\"cancel\",\"sender\":\"" + sender + "\",\"request_id\":\"" + id + "\"}");
    }

    private void command(String sender, String fields) {
        send(of(Topics.COMMANDS.name(), sender, "{" + fields + ",\"sender\":\"" + sender + "\"}"));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record);
    }

    private static ProducerRecord<byte[], byte[]> of(String topic, String sender, String json) {
        return new ProducerRecord<>(
                topic, sender.getBytes(StandardCharsets.UTF_8), json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
        stop();
        producer.close();
    }
}
