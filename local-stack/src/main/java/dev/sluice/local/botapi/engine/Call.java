package dev.sluice.local.botapi.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.core.Answer;
import dev.sluice.local.botapi.core.Answers;
import dev.sluice.local.botapi.core.Exchange;
import dev.sluice.local.botapi.core.Fetch;
import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.local.botapi.fault.FaultAction;
import dev.sluice.local.botapi.fault.FaultPlan;
import dev.sluice.local.botapi.ledger.CallRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One call on its way: travel, fault, effect, answer, travel back. */
final class Call implements Exchange {

    private static final long NANOS_PER_MS = 1_000_000L;
    private static final int FLOOD = 429;
    private static final int MOST_OF_A_BODY = 1_000;

    private final Engine engine;
    private final @Nullable BotEntry entry;
    private final Request request;
    private final CallRecord record;
    private final Replier replier;
    private final FaultPlan.@Nullable Struck struck;
    private final long halfTripNanos;

    Call(
            Engine engine,
            @Nullable BotEntry entry,
            Request request,
            CallRecord record,
            Replier replier,
            Optional<FaultPlan.Struck> struck,
            long halfTripNanos) {
        this.engine = engine;
        this.entry = entry;
        this.request = request;
        this.record = record;
        this.replier = replier;
        this.struck = struck.orElse(null);
        this.halfTripNanos = halfTripNanos;
        if (this.struck != null) {
            record.fault(this.struck.rule());
        }
    }

    /** Sends the call on its way; {@code refusal} is the answer where no bot is reached. */
    void begin(@Nullable Answer refusal) {
        long early =
                struck != null && !struck.action().effect() ? struck.action().delayMs() * NANOS_PER_MS : 0;
        engine.timers().after(halfTripNanos + early, () -> arrive(refusal));
    }

    private void arrive(@Nullable Answer refusal) {
        Runnable effect = () -> takeEffect(refusal);
        if (struck == null || struck.action().effect()) {
            effect.run();
            return;
        }
        switch (struck.action().kind()) {
            case HOLD:
                hold(struck.rule(), effect);
                break;
            case CONFLICT:
                conflict();
                break;
            case DELAY:
                effect.run();
                break;
            default:
                travelBack(0, null);
        }
    }

    private void takeEffect(@Nullable Answer refusal) {
        if (entry == null || refusal != null) {
            answer(refusal == null ? Answers.error(401, "Unauthorized") : refusal, 0);
        } else {
            engine.call(entry, record.method(), request.arguments(), this);
        }
    }

    private void conflict() {
        long delay = entry == null ? 0 : engine.stormDelay(entry);
        travelBack(delay, Answers.error(409, Answers.OTHER_POLL));
    }

    @Override
    public void answer(Answer answer, long delayNanos) {
        if (struck != null && struck.action().effect()) {
            if (struck.action().kind() == FaultAction.Kind.HOLD) {
                hold(struck.rule(), () -> travelBack(delayNanos, answer));
                return;
            }
            travelBack(delayNanos + struck.action().delayMs() * NANOS_PER_MS, answer);
            return;
        }
        travelBack(delayNanos, answer);
    }

    private void hold(String rule, Runnable resume) {
        engine.holds().hold(record.sequence(), record.botId(), record.method(), rule, resume);
    }

    private void travelBack(long delayNanos, @Nullable Answer real) {
        engine.timers().after(delayNanos + halfTripNanos, () -> deliver(real));
    }

    private void deliver(@Nullable Answer real) {
        if (replier.isGone()) {
            record.closedByPeer();
        }
        if (struck == null) {
            send(wire(real == null ? Answers.error(500, "Internal Server Error") : real));
            return;
        }
        FaultAction action = struck.action();
        switch (action.kind()) {
            case DROP:
                record.answered(0, System.nanoTime());
                replier.drop();
                engine.finished(record);
                break;
            case HALF_OPEN:
                engine.finished(record);
                break;
            case ANSWER:
                send(planned(action));
                break;
            default:
                send(disturbed(real == null ? planned(action) : wire(real), action));
        }
    }

    private void send(Wire wire) {
        if (wire.status() == FLOOD) {
            record.flood(new String(wire.body(), 0, Math.min(wire.body().length, MOST_OF_A_BODY), UTF_8));
        }
        record.answered(wire.status(), System.nanoTime());
        replier.send(wire);
        engine.finished(record);
    }

    private static Wire wire(Answer answer) {
        Map<String, String> headers = answer.retryAfterSeconds() > 0
                ? Map.of("Retry-After", Integer.toString(answer.retryAfterSeconds()))
                : Map.of();
        return new Wire(answer.status(), "application/json", headers, answer.body(), answer.body().length, 0, 0);
    }

    private static Wire planned(FaultAction action) {
        String body = action.body();
        byte[] bytes =
                body == null ? Answers.error(action.status(), "Simulated fault").body() : body.getBytes(UTF_8);
        return new Wire(
                action.status(), action.contentType(), new HashMap<>(action.headers()), bytes, bytes.length, 0, 0);
    }

    private static Wire disturbed(Wire whole, FaultAction action) {
        boolean cut = action.kind() == FaultAction.Kind.TRUNCATE;
        boolean drip = action.kind() == FaultAction.Kind.DRIP;
        return new Wire(
                whole.status(),
                whole.contentType(),
                whole.headers(),
                whole.body(),
                cut ? Math.min(action.bytes(), whole.body().length - 1) : whole.body().length,
                drip ? Math.max(1, action.bytes()) : 0,
                drip ? action.intervalMs() * NANOS_PER_MS : 0);
    }

    @Override
    public void understood(int offset, int limit, int timeoutSeconds) {
        record.understood(offset, limit, timeoutSeconds);
    }

    @Override
    public void fetched(Fetch fetch) {
        record.fetched(fetch);
        if (entry != null) {
            entry.ledger().fetched(fetch);
        }
    }

    @Override
    public void returned(IdRanges ids) {
        record.returned(ids);
    }

    @Override
    public void dropped(IdRanges ids) {
        record.dropped(ids);
        if (entry != null) {
            entry.ledger().dropped(ids);
        }
    }
}
