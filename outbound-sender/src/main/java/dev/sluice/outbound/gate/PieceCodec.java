package dev.sluice.outbound.gate;

import dev.sluice.model.ChatId;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Priority;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.SendError;
import dev.sluice.model.Sender;
import java.time.Instant;

/** The stored pieces as bytes: compact, each with a number that names its form, so that a later form can tell. */
public final class PieceCodec {

    private static final int FORM = 1;

    private PieceCodec() {}

    public static byte[] encode(Job job) {
        PieceWriter out = new PieceWriter(FORM);
        spec(out, job.spec());
        out.word(job.phase())
                .number(job.order())
                .number(job.attempts())
                .number(job.cap())
                .number(job.grantId())
                .number(job.grantedAtMs())
                .flag(job.taken())
                .flag(job.migrated())
                .flag(job.cancelWanted())
                .all(job.tries(), t -> attempt(out, t))
                .some(
                        job.lateSent(),
                        late -> out.number(late.attempt())
                                .number(late.httpStatus())
                                .some(late.message(), out::json));
        return out.done();
    }

    public static Job job(byte[] bytes) {
        PieceReader in = new PieceReader(bytes, FORM);
        return new Job(
                spec(in),
                in.word(Phase.class),
                in.number(),
                in.count(),
                in.count(),
                in.number(),
                in.number(),
                in.flag(),
                in.flag(),
                in.flag(),
                in.all(() -> attempt(in)),
                in.some(() -> new LateSend(in.count(), in.someCount(), in.some(in::json))));
    }

    public static byte[] encode(ChatState chat) {
        PieceWriter out = new PieceWriter(FORM);
        out.text(chat.chatKey())
                .some(chat.movedTo(), out::text)
                .number(chat.cooldownUntilMs())
                .number(chat.cancelBeforeMs())
                .number(chat.cancelUntilMs())
                .all(chat.calls(), slot -> slot(out, slot))
                .all(chat.items(), slot -> slot(out, slot));
        return out.done();
    }

    public static ChatState chat(byte[] bytes) {
        PieceReader in = new PieceReader(bytes, FORM);
        return new ChatState(
                in.text(),
                in.some(in::text),
                in.number(),
                in.number(),
                in.number(),
                in.all(() -> slot(in)),
                in.all(() -> slot(in)));
    }

    public static byte[] encode(LaneState lane) {
        PieceWriter out = new PieceWriter(FORM);
        out.flag(lane.paused())
                .number(lane.floods())
                .number(lane.floodPausedAtMs())
                .number(lane.failures())
                .number(lane.restUntilMs())
                .some(lane.parked(), out::word)
                .number(lane.probeAtMs())
                .number(lane.oneAtATimeAfter())
                .some(
                        lane.lastFlood(),
                        flood -> out.text(flood.chatKey()).number(flood.atMs()).number(flood.untilMs()))
                .all(lane.slots(), slot -> slot(out, slot));
        return out.done();
    }

    public static LaneState lane(byte[] bytes) {
        PieceReader in = new PieceReader(bytes, FORM);
        return new LaneState(
                in.flag(),
                in.count(),
                in.number(),
                in.count(),
                in.number(),
                in.some(() -> in.word(Parked.class)),
                in.number(),
                in.number(),
                in.some(() -> new LaneState.ChatFlood(in.text(), in.number(), in.number())),
                in.all(() -> slot(in)));
    }

    public static byte[] encode(Intent intent) {
        return new PieceWriter(FORM)
                .text(intent.contentHash())
                .number(intent.untilMs())
                .done();
    }

    public static Intent intent(byte[] bytes) {
        PieceReader in = new PieceReader(bytes, FORM);
        return new Intent(in.text(), in.number());
    }

    public static byte[] encode(PartitionState partition) {
        return new PieceWriter(FORM)
                .number(partition.reserved())
                .number(partition.number())
                .text(partition.epoch())
                .number(partition.openedAfter())
                .done();
    }

    public static PartitionState partition(byte[] bytes) {
        PieceReader in = new PieceReader(bytes, FORM);
        return new PartitionState(in.number(), in.number(), in.text(), in.number());
    }

    private static void spec(PieceWriter out, JobSpec spec) {
        out.text(spec.sender().text())
                .text(spec.requestId())
                .text(spec.contentHash())
                .text(spec.method())
                .some(spec.chatId(), chat -> out.text(chat.text()).flag(chat.quoted()))
                .some(spec.chatKey(), out::text)
                .flag(spec.groupLike())
                .number(spec.weight())
                .word(spec.priority())
                .number(spec.acceptedAtMs())
                .number(spec.notBeforeMs())
                .number(spec.expiresAtMs())
                .number(spec.maxAttempts())
                .word(spec.onUnknown())
                .some(spec.cause(), out::text);
    }

    private static JobSpec spec(PieceReader in) {
        return new JobSpec(
                Sender.parse(in.text()),
                in.text(),
                in.text(),
                in.text(),
                in.some(() -> new ChatId(in.text(), in.flag())),
                in.some(in::text),
                in.flag(),
                in.count(),
                in.word(Priority.class),
                in.number(),
                in.someNumber(),
                in.someNumber(),
                in.count(),
                in.word(OnUnknown.class),
                in.some(in::text));
    }

    private static void slot(PieceWriter out, WindowSlot slot) {
        out.number(slot.grantId()).number(slot.weight()).number(slot.freeAtMs());
    }

    private static WindowSlot slot(PieceReader in) {
        return new WindowSlot(in.number(), in.count(), in.number());
    }

    private static void attempt(PieceWriter out, Try tried) {
        Review.Try fact = tried.fact();
        out.number(tried.grantId())
                .number(fact.attempt())
                .number(fact.at().toEpochMilli())
                .word(fact.resultClass())
                .number(fact.httpStatus())
                .some(fact.error(), error -> error(out, error));
    }

    private static Try attempt(PieceReader in) {
        return new Try(
                in.number(),
                new Review.Try(
                        in.count(),
                        Instant.ofEpochMilli(in.number()),
                        in.word(ResultClass.class),
                        in.someCount(),
                        in.some(() -> error(in))));
    }

    private static void error(PieceWriter out, SendError error) {
        if (error instanceof SendError.Telegram telegram) {
            out.flag(true).number(telegram.code()).text(telegram.description()).some(telegram.parameters(), out::json);
        } else if (error instanceof SendError.UnifyPort port) {
            out.flag(false)
                    .text(port.code())
                    .some(port.numericCode(), out::json)
                    .text(port.message())
                    .some(port.requestId(), out::text);
        }
    }

    private static SendError error(PieceReader in) {
        if (in.flag()) {
            return new SendError.Telegram(in.count(), in.text(), in.some(in::json));
        }
        return new SendError.UnifyPort(in.text(), in.some(in::json), in.text(), in.some(in::text));
    }
}
