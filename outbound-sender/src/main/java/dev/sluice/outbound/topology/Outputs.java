package dev.sluice.outbound.topology;

import dev.sluice.model.Attempt;
import dev.sluice.model.AttemptCodec;
import dev.sluice.model.ChatId;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Params;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.outbound.gate.ChatState;
import dev.sluice.outbound.gate.Grant;
import dev.sluice.outbound.gate.Job;
import dev.sluice.outbound.gate.JobSpec;
import dev.sluice.outbound.gate.Output;
import dev.sluice.outbound.gate.Phase;
import dev.sluice.outbound.gate.Try;
import dev.sluice.outbound.topology.stored.StoredContent;
import dev.sluice.outbound.topology.stored.Trace;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** What the gate gives out, as records: with the content and the trace that it does not know. */
final class Outputs implements Output {
    /** Below what the quoting topics take, with room for key, headers and Kafka's own. */
    private static final int MAX_BYTES = 4 * 1024 * 1024 - 64 * 1024;

    private final TaskStores stores;
    private final Sinks sinks;
    private final GateMetrics metrics;
    private final Consumer<Sender> touched;

    /** @param touched is told whose lane has changed */
    Outputs(TaskStores stores, Sinks sinks, GateMetrics metrics, Consumer<Sender> touched) {
        this.stores = stores;
        this.sinks = sinks;
        this.metrics = metrics;
        this.touched = touched;
    }

    @Override
    public void grant(Grant grant) {
        JobSpec spec = grant.job().spec();
        StoredContent content = stores.jobs().content(grant.job().key());
        Params params = grant.movedTo().isPresent()
                ? content.params().withChatId(grant.movedTo().getAsLong())
                : content.params();
        Attempt attempt = new Attempt(
                grant.grantId(),
                grant.epoch(),
                spec.requestId(),
                spec.sender(),
                grant.attempt(),
                content.method(),
                params,
                spec.weight(),
                params.chatId(),
                grant.grantedAt(),
                grant.leaseMs(),
                grant.deadlineMs(),
                grant.hold());
        sinks.write(
                Topics.ATTEMPTS,
                Place.of(spec.sender()),
                AttemptCodec.encode(attempt),
                headers(grant.job().key()));
        touched.accept(spec.sender());
    }

    @Override
    public void outcome(Outcome outcome) {
        byte[] value = OutcomeCodec.encode(outcome);
        if (value.length > MAX_BYTES) {
            value = OutcomeCodec.encode(withoutMessage(outcome));
        }
        JobKey key = new JobKey(outcome.sender(), outcome.requestId());
        sinks.write(Topics.OUTCOMES, Place.of(key), value, headers(key));
        if (outcome.state() == Outcome.State.EXPIRED) {
            metrics.expired(outcome.sender());
        }
        touched.accept(outcome.sender());
    }

    @Override
    public void openReview(Job job, Outcome.Reason reason, Instant since) {
        JobSpec spec = job.spec();
        StoredContent content = stores.jobs().content(job.key());
        Review review = new Review(
                spec.requestId(),
                spec.sender(),
                job.phase() == Phase.HELD ? Outcome.State.HELD : Outcome.State.UNKNOWN,
                since,
                content.method(),
                content.params(),
                chatOf(spec),
                reason,
                spec.expiresAtMs().isPresent()
                        ? Optional.of(Instant.ofEpochMilli(spec.expiresAtMs().getAsLong()))
                        : Optional.empty(),
                job.tries().stream().map(Try::fact).toList());
        sinks.write(Topics.REVIEWS, Place.of(job.key()), ReviewCodec.encode(review), headers(job.key()));
    }

    @Override
    public void closeReview(JobKey key) {
        sinks.write(Topics.REVIEWS, Place.of(key), null);
    }

    private RecordHeaders headers(JobKey job) {
        RecordHeaders headers = new RecordHeaders();
        Trace trace = stores.jobs().trace(job);
        trace.addTo(headers);
        return headers;
    }

    /** Where the chat has migrated, its new id. */
    private Optional<ChatId> chatOf(JobSpec spec) {
        String first = spec.chatKey().orElse("");
        String key = first;
        for (ChatState chat = stores.chat(spec.sender(), key);
                chat != null && chat.movedTo().isPresent();
                chat = stores.chat(spec.sender(), key)) {
            key = chat.movedTo().get();
        }
        return key.equals(first) ? spec.chatId() : Optional.of(ChatId.of(Long.parseLong(key)));
    }

    private static Outcome withoutMessage(Outcome whole) {
        return new Outcome(
                whole.requestId(),
                whole.sender(),
                whole.state(),
                whole.attempt(),
                whole.at(),
                Optional.empty(),
                whole.httpStatus(),
                whole.error(),
                whole.reason(),
                whole.method(),
                whole.chatId(),
                whole.cause());
    }
}
