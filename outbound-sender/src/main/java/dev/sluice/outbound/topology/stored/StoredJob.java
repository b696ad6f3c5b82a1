package dev.sluice.outbound.topology.stored;

import dev.sluice.model.ChatId;
import dev.sluice.model.JobKey;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Priority;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.outbound.gate.Job;
import dev.sluice.outbound.gate.JobSpec;
import dev.sluice.outbound.gate.LateSend;
import dev.sluice.outbound.gate.Phase;
import dev.sluice.outbound.gate.Try;
import java.time.Instant;
import java.util.Optional;

/**
 * A job without its content, some 100 bytes, and the trace headers of its request, which come first: they are copied from one
 * version of the job to the next.
 */
public record StoredJob(Job job, Trace trace) {
    private static final int VERSION = 1;

    public byte[] encode() {
        ByteWriter out = new ByteWriter(VERSION);
        out.optional(trace.parent(), out::text).optional(trace.state(), out::text);
        JobSpec spec = job.spec();
        out.text(spec.contentHash())
                .text(spec.method())
                .optional(spec.chatId(), chat -> out.text(chat.text()).flag(chat.quoted()))
                .optional(spec.chatKey(), out::text)
                .flag(spec.groupLike())
                .number(spec.weight())
                .word(spec.priority())
                .number(spec.acceptedAtMs())
                .optionalNumber(spec.notBeforeMs())
                .optionalNumber(spec.expiresAtMs())
                .number(spec.maxAttempts())
                .word(spec.onUnknown())
                .optional(spec.cause(), out::text);
        out.word(job.phase())
                .number(job.order())
                .number(job.attempts())
                .number(job.cap())
                .number(job.grantId())
                .number(job.grantedAtMs())
                .flag(job.taken())
                .flag(job.migrated())
                .flag(job.cancelWanted())
                .number(job.tries().size());
        job.tries().forEach(each -> write(out, each));
        out.optional(
                job.lateSent(),
                late -> out.number(late.attempt())
                        .optionalNumber(late.httpStatus())
                        .optional(late.message(), message -> out.bytes(message.toBytes())));
        return out.done();
    }

    /** The trace alone. */
    public static Trace traceOf(byte[] value) {
        return trace(new ByteReader(value, VERSION));
    }

    public static StoredJob decode(JobKey key, byte[] value) {
        ByteReader in = new ByteReader(value, VERSION);
        Trace trace = trace(in);
        JobSpec spec = new JobSpec(
                key.sender(),
                key.requestId(),
                in.text(),
                in.text(),
                in.optional(() -> new ChatId(in.text(), in.flag())),
                in.optional(in::text),
                in.flag(),
                in.smallNumber(),
                in.word(Priority.values()),
                in.number(),
                in.optionalNumber(),
                in.optionalNumber(),
                in.smallNumber(),
                in.word(OnUnknown.values()),
                in.optional(in::text));
        Job job = new Job(
                spec,
                in.word(Phase.values()),
                in.number(),
                in.smallNumber(),
                in.smallNumber(),
                in.number(),
                in.number(),
                in.flag(),
                in.flag(),
                in.flag(),
                in.list(() -> readTry(in)),
                in.optional(() -> readLate(in)));
        return new StoredJob(job, trace);
    }

    private static Trace trace(ByteReader in) {
        return new Trace(in.optional(in::text), in.optional(in::text));
    }

    private static void write(ByteWriter out, Try each) {
        Review.Try fact = each.fact();
        out.number(each.grantId())
                .number(fact.attempt())
                .number(fact.at().toEpochMilli())
                .word(fact.resultClass())
                .optionalNumber(fact.httpStatus());
        out.optional(fact.error(), error -> StoredErrors.write(out, error));
    }

    private static Try readTry(ByteReader in) {
        return new Try(
                in.number(),
                new Review.Try(
                        in.smallNumber(),
                        Instant.ofEpochMilli(in.number()),
                        in.word(ResultClass.values()),
                        in.optionalSmallNumber(),
                        in.optional(() -> StoredErrors.read(in))));
    }

    private static LateSend readLate(ByteReader in) {
        int attempt = in.smallNumber();
        var httpStatus = in.optionalSmallNumber();
        Optional<RawJson> message = in.optional(() -> RawJson.of(in.bytes()));
        return new LateSend(attempt, httpStatus, message);
    }
}
