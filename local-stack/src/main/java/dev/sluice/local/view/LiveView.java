package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.model.Checkpoint;
import dev.sluice.model.CheckpointCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Names;
import dev.sluice.model.ShardMarker;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateKey;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns what the reader sees into what the display shows, and counts it. One thread calls {@link #tick}; the counts may be
 * asked for by another once that has stopped.
 */
final class LiveView {
    private static final Logger log = LoggerFactory.getLogger(LiveView.class);

    /** The ledger knows of an update before anybody can fetch it, so one look is enough; two for good measure. */
    private static final Duration WAIT_FOR_LEDGER = Duration.ofSeconds(1);

    private final LiveReader reader;
    private final Optional<SimulatedBots> bots;
    private final LiveModel model;
    private final Display display;
    private final Optional<SendsView> sends;
    private final Tally tally = new Tally();
    private final Map<String, java.util.function.Consumer<LiveReader.Seen>> byTopic = new HashMap<>();
    private final Deque<LiveReader.Seen> waiting = new ArrayDeque<>();

    /** Of the outbound side, shown behind the updates that were read with it: an answer comes after what it answers. */
    private final Deque<Runnable> behind = new ArrayDeque<>();

    /**
     * @param bots empty against the real Bot API, where nobody knows when an update arrived
     * @param sends empty when nothing is sent
     */
    LiveView(
            LiveReader reader,
            Names names,
            Optional<SimulatedBots> bots,
            LiveModel model,
            Display display,
            Optional<SendsView> sends) {
        this.reader = reader;
        this.bots = bots;
        this.model = model;
        this.display = display;
        this.sends = sends;
        byTopic.put(names.topic(Topics.UPDATES), waiting::addLast);
        byTopic.put(names.topic(Topics.CHECKPOINTS), seen -> checkpoint(seen.record()));
        byTopic.put(names.topic(Topics.INGEST_EVENTS), seen -> event(seen.record()));
        sends.ifPresent(outbound -> outbound.byTopic(names)
                .forEach((topic, show) -> byTopic.put(topic, seen -> behind.addLast(() -> show.accept(seen)))));
    }

    /** Shows everything that was read since the last call. */
    void tick() {
        for (LiveReader.Seen seen : reader.take()) {
            byTopic.getOrDefault(seen.record().topic(), s -> {}).accept(seen);
        }
        bots.ifPresent(simulated -> unknownArrivals(simulated).forEach(simulated::refresh));
        Instant patience = Instant.now().minus(WAIT_FOR_LEDGER);
        while (!waiting.isEmpty()) {
            LiveReader.Seen first = waiting.getFirst();
            OptionalLong delay = delayMs(first);
            if (delay.isEmpty() && bots.isPresent() && first.at().isAfter(patience)) {
                return;
            }
            waiting.removeFirst();
            stored(first, delay);
        }
        while (!behind.isEmpty()) {
            behind.removeFirst().run();
        }
        sends.ifPresent(SendsView::tick);
    }

    /** Redraws. */
    void draw(Duration running, ServiceChild ingest) {
        bots.ifPresentOrElse(
                simulated -> simulated.show(model),
                () -> PendingUpdates.byBot(ingest.metrics()).forEach(model::pending));
        sends.ifPresent(SendsView::refresh);
        display.picture(model.picture(running, System.currentTimeMillis()));
    }

    void show(Notice notice) {
        model.notice(notice);
        display.notice(notice);
    }

    /** What it comes to, once nothing more arrives. */
    Summary summary() {
        bots.ifPresent(simulated -> simulated.tell(tally));
        sends.ifPresent(SendsView::refresh);
        return Summary.of(tally, model.delays(), sends.map(SendsView::figures), answers());
    }

    /** How often each update was answered; empty when nothing is sent or nobody keeps a ledger. */
    Optional<AnswerCount> answers() {
        return sends.flatMap(SendsView::answers);
    }

    long stored() {
        return tally.stored();
    }

    /** Whether all that stands in the topics has been read and shown, and everything that is to be sent has been. */
    boolean isAtEnd() {
        return waiting.isEmpty()
                && behind.isEmpty()
                && sends.map(SendsView::settled).orElse(true)
                && reader.isAtEnd();
    }

    private Set<Long> unknownArrivals(SimulatedBots simulated) {
        return waiting.stream()
                .map(seen -> key(seen.record()))
                .flatMap(Optional::stream)
                .filter(key ->
                        simulated.arrivedAtMicros(key.botId(), key.updateId()).isEmpty())
                .map(UpdateKey::botId)
                .collect(Collectors.toSet());
    }

    private OptionalLong delayMs(LiveReader.Seen seen) {
        Optional<UpdateKey> key = key(seen.record());
        if (bots.isEmpty() || key.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong arrived =
                bots.get().arrivedAtMicros(key.get().botId(), key.get().updateId());
        return arrived.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, micros(seen.at()) - arrived.getAsLong()) / 1_000);
    }

    private static long micros(Instant at) {
        return at.getEpochSecond() * 1_000_000 + at.getNano() / 1_000;
    }

    private void stored(LiveReader.Seen seen, OptionalLong delayMs) {
        ConsumerRecord<byte[], byte[]> record = seen.record();
        Optional<UpdateKey> key = key(record);
        if (key.isEmpty()) {
            log.warn("{}-{} offset {}: a foreign record", record.topic(), record.partition(), record.offset());
            return;
        }
        StoredUpdate update = StoredUpdate.of(seen, key.get(), delayMs);
        tally.stored(update.botId(), update.updateId());
        sends.ifPresent(outbound -> outbound.stored(record));
        model.stored(update);
        display.stored(update);
    }

    private void checkpoint(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null || ShardMarker.isMarker(record.key())) {
            return;
        }
        try {
            long bot = Long.parseLong(new String(record.key(), StandardCharsets.UTF_8));
            Checkpoint checkpoint = CheckpointCodec.decode(record.value(), record.headers());
            model.checkpoint(bot, checkpoint.nextOffset());
            tally.checkpoint(bot, checkpoint);
        } catch (NumberFormatException | InvalidRecordException e) {
            log.warn("{}-{} offset {}: no checkpoint", record.topic(), record.partition(), record.offset(), e);
        }
    }

    private void event(ConsumerRecord<byte[], byte[]> record) {
        try {
            show(Notice.of(record.value()));
        } catch (InvalidRecordException e) {
            log.warn("{}-{} offset {}: no event", record.topic(), record.partition(), record.offset(), e);
        }
    }

    private static Optional<UpdateKey> key(ConsumerRecord<byte[], byte[]> record) {
        try {
            return record.key() == null
                    ? Optional.empty()
                    : Optional.of(UpdateKey.parse(new String(record.key(), StandardCharsets.ISO_8859_1)));
        } catch (InvalidRecordException e) {
            return Optional.empty();
        }
    }
}
