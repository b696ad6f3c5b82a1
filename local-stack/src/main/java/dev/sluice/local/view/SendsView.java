package dev.sluice.local.view;

import dev.sluice.local.echo.EchoAnswers;
import dev.sluice.local.sends.AnswerCheck;
import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.Flood;
import dev.sluice.local.sends.SendFigures;
import dev.sluice.local.sends.Sends;
import dev.sluice.model.AttemptResultCodec;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.Names;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The outbound side of the live view: requests, outcomes and floods by the topics, and how often each update was answered by
 * the simulated API's ledger. Called by {@link LiveView} on its thread.
 */
final class SendsView {
    private static final Logger log = LoggerFactory.getLogger(SendsView.class);

    private final Sends sends;
    private final AnswerCheck check = new AnswerCheck(SimulatedBots.FLOOD_WAIT);
    private final Optional<SimulatedBots> bots;
    private final LiveModel model;
    private final Display display;

    /** @param bots empty against the real Bot API, which keeps no ledger */
    SendsView(Sends sends, Optional<SimulatedBots> bots, LiveModel model, Display display) {
        this.sends = sends;
        this.bots = bots;
        this.model = model;
        this.display = display;
    }

    /** What takes the records of its topics. */
    Map<String, Consumer<LiveReader.Seen>> byTopic(Names names) {
        return Map.of(
                names.topic(Topics.REQUESTS), seen -> read(seen.record(), this::request),
                names.topic(Topics.OUTCOMES), seen -> read(seen.record(), this::outcome),
                names.topic(Topics.ATTEMPT_RESULTS), seen -> result(seen.record()),
                names.topic(Topics.LANES), seen -> read(seen.record(), this::lane));
    }

    /** An update is stored, so the echo answers it. */
    void stored(ConsumerRecord<byte[], byte[]> update) {
        Optional<SendRequest> answer = EchoAnswers.to(update);
        answer.ifPresentOrElse(
                request -> {
                    sends.expect(request);
                    check.expect(request);
                },
                check::nobody);
    }

    /** What time alone changes. */
    void tick() {
        for (Flood flood : sends.floodsOver(Instant.now())) {
            show(Notice.floodOver(flood.until(), bot(flood), sends.sent() - flood.sentBefore()));
        }
    }

    /** Brings the model up to date, the ledger included. */
    void refresh() {
        Instant now = Instant.now();
        bots.ifPresent(simulated -> simulated.newCalls(check::called));
        model.sends(
                sends.figures(now),
                bots.map(simulated -> check.count()),
                bot -> sends.figures(Sender.telegram(bot), now));
    }

    /** Whether every update that is stored has been answered, or has an outcome that says why not. */
    boolean settled() {
        return sends.settled();
    }

    SendFigures figures() {
        return sends.figures(Instant.now());
    }

    /** By the ledger; empty against the real API. */
    Optional<AnswerCount> answers() {
        return bots.map(simulated -> check.count());
    }

    private void request(ConsumerRecord<byte[], byte[]> record) {
        sends.request(SendRequestCodec.decode(record.value()), Instant.ofEpochMilli(record.timestamp()));
    }

    private void outcome(ConsumerRecord<byte[], byte[]> record) {
        sends.outcome(OutcomeCodec.decode(record.value())).ifPresent(result -> {
            model.happened(Row.of(result));
            display.sent(result);
        });
    }

    private void lane(ConsumerRecord<byte[], byte[]> record) {
        sends.lane(LaneCodec.decode(record.value()), Instant.now()).ifPresent(this::begun);
    }

    /** The topic also holds records between gate and dispatcher that are no results. */
    private void result(ConsumerRecord<byte[], byte[]> record) {
        try {
            Instant at = Instant.ofEpochMilli(record.timestamp());
            sends.result(AttemptResultCodec.decode(record.value()), at, Instant.now())
                    .ifPresent(this::begun);
        } catch (InvalidRecordException e) {
            log.debug("{}-{} offset {}: no result", record.topic(), record.partition(), record.offset(), e);
        }
    }

    private void begun(Flood flood) {
        show(Notice.flood(flood.from(), bot(flood), flood.until()));
    }

    private void show(Notice notice) {
        model.notice(notice);
        display.notice(notice);
    }

    private static long bot(Flood flood) {
        return Long.parseLong(flood.sender().account());
    }

    private static void read(ConsumerRecord<byte[], byte[]> record, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        if (record.value() == null) {
            return;
        }
        try {
            reader.accept(record);
        } catch (InvalidRecordException e) {
            log.warn("{}-{} offset {}: not what belongs there", record.topic(), record.partition(), record.offset(), e);
        }
    }
}
