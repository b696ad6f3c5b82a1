package dev.sluice.outbound.desk.feed;

import dev.sluice.model.OutcomeCodec;
import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.Board.Part;
import dev.sluice.runtime.kafka.PartitionReader;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the board up to date: one thread, {@code desk-feed}, that reads lanes and reviews from their start and outcomes from a
 * little before their end, for as long as it lives. Without a group and without commits, so every instance shows everything. Its
 * trouble is its own: it says so, tries again, and nothing waits for it.
 */
public final class DeskFeed implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DeskFeed.class);

    /**
     * Properties of its consumer. A person does not see a quarter of a second, and answers of some size cost the brokers less
     * than many small ones; what is fetched ahead is bounded, since records may have 4 MiB.
     */
    public static final Map<String, Object> CONSUMER = Map.of(
            ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
            64 * 1024,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            250,
            ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
            8 * 1024 * 1024,
            ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
            1_000);

    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Records that are none, which are told one by one; a topic full of them shall not fill the log. */
    private static final int TOLD = 10;

    private final DeskTopics topics;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final Admin admin;
    private final Board board;
    private final int outcomesKept;
    private final Clock clock;
    private final BoardRecords records;
    private final Runnable failed;
    private final FeedPositions positions = new FeedPositions();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::run, "desk-feed");
    private volatile String trouble = "";
    private volatile @Nullable Consumer<byte[], byte[]> reading;
    private long passedOver;

    /**
     * @param outcomesKept 0: outcomes are not read
     * @param failed is told of each time that the reading had to begin anew
     */
    public DeskFeed(
            DeskTopics topics,
            Supplier<Consumer<byte[], byte[]>> consumers,
            Admin admin,
            Board board,
            int outcomesKept,
            Clock clock,
            Runnable failed) {
        this.topics = topics;
        this.consumers = consumers;
        this.admin = admin;
        this.board = board;
        this.outcomesKept = outcomesKept;
        this.clock = clock;
        this.records = new BoardRecords(board);
        this.failed = failed;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public boolean isAlive() {
        return thread.isAlive();
    }

    /** Whether it can read. */
    public boolean isWell() {
        return trouble.isEmpty();
    }

    /** How it stands, in a few words. */
    public String text() {
        String now = trouble;
        if (!now.isEmpty()) {
            return "cannot read: " + now;
        }
        boolean complete = board.isComplete(Part.LANES) && board.isComplete(Part.REVIEWS);
        String open = board.counts().total() + " open reviews";
        return board.hasOverflowed()
                ? open + ", and more than it can show"
                : complete ? open : open + " so far, still reading";
    }

    private void run() {
        while (closing.getCount() > 0) {
            try (Consumer<byte[], byte[]> consumer = consumers.get()) {
                reading = consumer;
                read(consumer);
            } catch (RuntimeException e) {
                if (closing.getCount() == 0) {
                    return; // woken from whatever it was at
                }
                report(e);
                pause();
            }
        }
    }

    private void report(RuntimeException e) {
        failed.run();
        String now = String.valueOf(e.getMessage());
        if (now.equals(trouble)) {
            log.debug("the desk's feed has failed again", e);
        } else {
            log.warn("the desk shows what it knows, and nothing new: {}", now, e);
        }
        trouble = now;
    }

    private void pause() {
        try {
            var unused = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }

    private void read(Consumer<byte[], byte[]> consumer) {
        Set<TopicPartition> all = new HashSet<>();
        topics.read(outcomesKept > 0)
                .values()
                .forEach(topic -> consumer.partitionsFor(topic, ANSWER)
                        .forEach(info -> all.add(new TopicPartition(topic, info.partition()))));
        consumer.assign(all);
        begin(consumer, all);
        all.forEach(partition -> consumer.seek(partition, positions.next(partition)));
        while (closing.getCount() > 0) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                take(new TopicPartition(record.topic(), record.partition()), record);
            }
            all.forEach(partition -> positions.reached(partition, consumer.position(partition, ANSWER)));
            positions.complete(topics, board, clock.instant());
            trouble = "";
        }
    }

    /** Finds where to begin in the partitions that were never read. */
    private void begin(Consumer<byte[], byte[]> consumer, Set<TopicPartition> all) {
        List<TopicPartition> fresh =
                all.stream().filter(partition -> !positions.knows(partition)).toList();
        if (fresh.isEmpty()) {
            return;
        }
        Map<TopicPartition, Long> starts = consumer.beginningOffsets(fresh, ANSWER);
        Map<TopicPartition, Long> ends = PartitionReader.endOffsets(admin, Set.copyOf(fresh), ANSWER);
        for (TopicPartition partition : fresh) {
            long start = starts.getOrDefault(partition, 0L);
            long end = ends.getOrDefault(partition, start);
            long from = start;
            if (topics.part(partition.topic()) == Part.OUTCOMES) {
                from = Math.max(start, end - lookBack());
            }
            positions.begin(partition, from, end);
            if (from > start) {
                positions.cutOff(partition);
            }
        }
    }

    /** Offsets, a good part of which are the markers of transactions. One partition may be the only one that is busy. */
    private long lookBack() {
        return Math.max(1_000, outcomesKept);
    }

    private void take(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
        Part part = topics.part(record.topic());
        boolean behind = positions.isBehind(partition, record.offset());
        positions.reached(partition, record.offset() + 1);
        try {
            if (behind && part == Part.REVIEWS) {
                board.forgetReviews(partition.partition());
            }
            if (part == Part.OUTCOMES && record.value() != null && positions.isFirstAfterCut(partition)) {
                board.outcomesKnownFrom(OutcomeCodec.decode(record.value()).at());
            }
            records.take(part, record);
        } catch (RuntimeException e) {
            passedOver++;
            if (passedOver <= TOLD) {
                log.warn("{} offset {} is passed over: {}", partition, record.offset(), e.getMessage());
            }
        }
    }

    @Override
    public void close() {
        closing.countDown();
        Consumer<byte[], byte[]> waiting = reading;
        if (waiting != null) {
            waiting.wakeup();
        }
        try {
            thread.join(Duration.ofSeconds(2).toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
