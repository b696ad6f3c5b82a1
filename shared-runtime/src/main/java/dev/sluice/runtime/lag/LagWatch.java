package dev.sluice.runtime.lag;

import dev.sluice.runtime.kafka.KafkaClients;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows the lag of consumer groups as metrics, read anew every 10 s on a thread {@code lag}. A help for people and nothing more:
 * whatever fails here is said once, counted, and touches nothing else.
 */
public final class LagWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(LagWatch.class);

    private static final Duration EVERY = Duration.ofSeconds(10);
    /**
     * What came within this time is no lag: somebody is at it. Kafka Streams commits some 100 ms after it has read, and a record a
     * second would otherwise be a lag of 1 now and then.
     */
    private static final Duration MOMENT = Duration.ofMillis(500);

    private static final Duration QUESTION = Duration.ofSeconds(5);
    private static final Duration LOOKING = Duration.ofSeconds(3);
    private static final Duration CLOSING = Duration.ofSeconds(2);

    /** Partitions looked into in one round, at most 32 KiB of each at a time. */
    private static final int MAX_LOOKS = 100;

    /** A topic that may not be read is tried again after so many rounds: the ACL may have come. */
    private static final int FORGIVE_ROUNDS = 30;

    private final Set<String> own;
    private final List<String> groups;
    private final GroupReader reader;
    private final Supplier<Consumer<byte[], byte[]>> consumers;
    private final LagMeters meters;
    private final LagBook book = new LagBook();
    private final LagLog said = new LagLog();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "lag");
        thread.setDaemon(true);
        return thread;
    });
    private final Set<String> unreadable = new HashSet<>();
    private int rounds;
    private @Nullable Consumer<byte[], byte[]> consumer;

    private LagWatch(
            Set<String> own,
            List<String> groups,
            Admin admin,
            Supplier<Consumer<byte[], byte[]>> consumers,
            MeterRegistry registry) {
        this.own = own;
        this.groups = groups;
        this.reader = new GroupReader(admin, QUESTION);
        this.consumers = consumers;
        this.meters = new LagMeters(registry, groups);
    }

    /**
     * Starts. Nothing about it ever fails.
     *
     * @param own groups of this service; their series go first
     * @param others named by the operator
     */
    public static LagWatch start(
            List<String> own, List<String> others, Admin admin, KafkaClients clients, MeterRegistry registry) {
        return start(own, others, admin, clients, registry, EVERY);
    }

    static LagWatch start(
            List<String> own,
            List<String> others,
            Admin admin,
            KafkaClients clients,
            MeterRegistry registry,
            Duration every) {
        Set<String> all = new LinkedHashSet<>(own);
        all.addAll(others);
        LagWatch watch = new LagWatch(
                Set.copyOf(own),
                List.copyOf(all),
                admin,
                () -> clients.unmeteredReader("sluice-lag", RecordProbe.PROPERTIES),
                registry);
        // half a round first: a group that we are about to join is not unknown
        var unused = watch.timer.scheduleWithFixedDelay(
                watch::roundSafely, every.toMillis() / 2, every.toMillis(), TimeUnit.MILLISECONDS);
        return watch;
    }

    /** A scheduled task that throws is never run again. */
    private void roundSafely() {
        try {
            round();
        } catch (InterruptedException | InterruptException e) {
            Thread.currentThread().interrupt(); // closing
        } catch (RuntimeException e) {
            log.warn("the lag could not be read; tried again", e);
        }
    }

    private void round() throws InterruptedException {
        reader.noteEnds();
        if (closing.await(MOMENT.toMillis(), TimeUnit.MILLISECONDS)) {
            return;
        }
        Map<String, GroupFound> found = reader.read(groups);
        Map<String, OptionalInt> members = new HashMap<>();
        for (String group : groups) {
            GroupFound now = Objects.requireNonNull(found.get(group), group);
            if (now.isRead()) {
                book.read(group, now.standings(own.contains(group)));
            } else {
                book.missed(group);
            }
            members.put(group, now.members());
            said.round(group, now.trouble());
            now.trouble().ifPresentOrElse(trouble -> meters.failed(group, trouble.reason()), () -> meters.read(group));
        }
        look(book.looks(MAX_LOOKS));
        List<LagRow> rows = SeriesBudget.fit(book.rows(groups), LagMeters.MAX_SERIES);
        said.summed(rows.stream()
                .filter(row -> row.partition().equals(LagRow.OTHER))
                .map(row -> row.group() + "/" + row.topic())
                .collect(Collectors.toSet()));
        meters.lags(rows);
        meters.members(members);
    }

    /** One topic that may not be read must not hide the others: it is left out for a while, and the rest is looked at. */
    private void look(Map<TopicPartition, LagBook.Look> looks) {
        if (rounds++ % FORGIVE_ROUNDS == 0) {
            unreadable.clear();
        }
        looks.keySet().removeIf(partition -> unreadable.contains(partition.topic()));
        while (!looks.isEmpty()) {
            try {
                probe().look(looks).forEach(book::seen);
                return;
            } catch (TopicAuthorizationException e) {
                said.unreadable(e.unauthorizedTopics());
                unreadable.addAll(e.unauthorizedTopics());
                if (!looks.keySet().removeIf(partition -> unreadable.contains(partition.topic()))) {
                    return;
                }
            } catch (InterruptException e) {
                throw e;
            } catch (KafkaException e) {
                log.debug("records could not be looked at; tried again", e);
                closeConsumer();
                return;
            }
        }
    }

    private RecordProbe probe() {
        Consumer<byte[], byte[]> open = consumer == null ? consumers.get() : consumer;
        consumer = open;
        return new RecordProbe(open, LOOKING);
    }

    private void closeConsumer() {
        Consumer<byte[], byte[]> open = consumer;
        consumer = null;
        if (open != null) {
            open.close(CloseOptions.timeout(Duration.ZERO));
        }
    }

    @Override
    public void close() {
        closing.countDown();
        timer.shutdownNow();
        try {
            if (timer.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS)) {
                closeConsumer();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
