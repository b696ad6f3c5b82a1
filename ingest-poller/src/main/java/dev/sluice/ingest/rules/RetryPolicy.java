package dev.sluice.ingest.rules;

import dev.sluice.ingest.rules.RetryDecision.Ask;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.WebhookResult;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * What an answer means for the bot's next request. It never gives up (E4), never answers fast with fast, and never waits
 * less than it was told. Pure but for the jitter it is given; for any thread when that is.
 */
public final class RetryPolicy {

    /** The server limits a repeated offset to one update within this time, and a pause hides nothing shorter (A22). */
    public static final Duration SHORTEST = Duration.ofMillis(500);

    /** An empty answer before this much of the poll timeout has passed is early: a server that closes, or a proxy. */
    static final Duration EARLY = Duration.ofSeconds(3);

    /** Between batches that bring only duplicates, which is no progress for the API to be hurried for. */
    static final Duration AFTER_DUPLICATES = Duration.ofMillis(100);

    /** 429 without a usable value: unknown wait, so one that is not short (R73, R86). */
    private static final Backoff FLOOD = new Backoff(Duration.ofSeconds(10), Duration.ofSeconds(60), 2);

    private static final Backoff FAILURE = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(60), 2);

    /** Two pollers end each other's polls with every retry, and the server holds a second 409 for 3 s (TELEGRAM section 2). */
    private static final Backoff CONFLICT = new Backoff(Duration.ofSeconds(3), Duration.ofSeconds(15), 1.5);

    private static final Backoff EARLY_EMPTY = new Backoff(SHORTEST, EARLY, 2);

    /** A webhook stays for days, or goes with a click that somebody waits on. */
    private static final Duration WEBHOOK_CHECK = Duration.ofSeconds(30);

    /** The longest wait that is honoured as told; Telegram's own longest is 14 days. */
    private static final long MAX_FLOOD_SECONDS = Duration.ofDays(365).toSeconds();

    private final RetrySettings settings;
    private final DoubleSupplier random;

    /** @param random from 0 inclusive to 1 exclusive */
    public RetryPolicy(RetrySettings settings, DoubleSupplier random) {
        this.settings = settings;
        this.random = random;
    }

    /**
     * After an answer to getUpdates that needs no plan.
     *
     * @throws IllegalArgumentException for a {@link PollResult.Batch}: that is {@link #afterBatch}
     */
    public RetryDecision after(BotStanding standing, PollResult result) {
        if (result instanceof PollResult.Empty empty) {
            return afterEmpty(standing, empty.elapsed());
        }
        if (result instanceof PollResult.Failure failure) {
            return afterFailure(standing, failure);
        }
        throw new IllegalArgumentException("a batch is planned first");
    }

    /** After a batch whose plan is committed, or needed no commit. */
    public RetryDecision afterBatch(BotStanding standing, BatchPlan plan) {
        if (plan.pace() == Pace.BACK_OFF) {
            BotStanding next = standing.counted(BotState.BACKOFF);
            return new RetryDecision(next, jittered(CONFLICT.after(next.count())), Ask.POLL);
        }
        Duration delay = plan.isDuplicatesOnly() ? AFTER_DUPLICATES : Duration.ZERO;
        return new RetryDecision(BotStanding.START, delay, Ask.POLL);
    }

    /** After the answer to {@link Ask#WEBHOOK_INFO} or {@link Ask#DELETE_WEBHOOK}. */
    public RetryDecision afterWebhook(BotStanding standing, WebhookResult result) {
        if (result instanceof WebhookResult.Info info && info.set()) {
            return webhookSet(standing);
        }
        if (result instanceof WebhookResult.Failed failed) {
            return afterFailedQuestion(standing, failed.failure());
        }
        if (standing.state() == BotState.CONFLICT) {
            return conflictPause(standing);
        }
        // it is gone: the next poll shows whether all is well
        return new RetryDecision(standing, Duration.ZERO, Ask.POLL);
    }

    private RetryDecision afterEmpty(BotStanding standing, Duration elapsed) {
        Duration normal = settings.pollTimeout().compareTo(EARLY) < 0 ? settings.pollTimeout() : EARLY;
        boolean early = elapsed.compareTo(normal) < 0;
        BotStanding next = early ? standing.counted(BotState.POLLING) : BotStanding.START;
        Duration period = early ? EARLY_EMPTY.after(next.count()) : SHORTEST;
        Duration rest = period.minus(elapsed);
        return new RetryDecision(next, rest.isNegative() ? Duration.ZERO : rest, Ask.POLL);
    }

    private RetryDecision afterFailure(BotStanding standing, PollResult.Failure failure) {
        if (failure instanceof PollResult.Cancelled) {
            return new RetryDecision(standing, SHORTEST, Ask.POLL);
        }
        if (failure instanceof PollResult.Conflict) {
            return new RetryDecision(standing.counted(BotState.CONFLICT), Duration.ZERO, Ask.WEBHOOK_INFO);
        }
        if (failure instanceof PollResult.Unauthorized || standing.state() == BotState.PARKED) {
            Duration told = floodWait(failure);
            Duration probe = settings.authProbe().compareTo(told) < 0 ? told : settings.authProbe();
            return new RetryDecision(standing.counted(BotState.PARKED), jittered(probe), Ask.POLL);
        }
        BotStanding next = standing.counted(BotState.BACKOFF);
        if (failure instanceof PollResult.Flood flood) {
            Duration wait = flood.retryAfterSeconds().isPresent() ? floodWait(flood) : FLOOD.after(next.count());
            return new RetryDecision(next, jittered(wait), Ask.POLL);
        }
        return new RetryDecision(next, jittered(FAILURE.after(next.count())), Ask.POLL);
    }

    /** The wait that was told, at least the shortest; zero for anything but a flood that tells one. */
    private static Duration floodWait(PollResult.Failure failure) {
        if (failure instanceof PollResult.Flood flood
                && flood.retryAfterSeconds().isPresent()) {
            Duration told =
                    Duration.ofSeconds(Math.min(flood.retryAfterSeconds().getAsLong(), MAX_FLOOD_SECONDS));
            return told.compareTo(SHORTEST) < 0 ? SHORTEST : told;
        }
        return Duration.ZERO;
    }

    private RetryDecision webhookSet(BotStanding standing) {
        BotStanding next = standing.counted(BotState.WEBHOOK);
        if (settings.deleteWebhook()) {
            return new RetryDecision(next, jittered(CONFLICT.after(next.count())), Ask.DELETE_WEBHOOK);
        }
        return new RetryDecision(next, jittered(WEBHOOK_CHECK), Ask.WEBHOOK_INFO);
    }

    /** The question changes nothing by failing, unless it failed for the token. */
    private RetryDecision afterFailedQuestion(BotStanding standing, PollResult.Failure failure) {
        if (failure instanceof PollResult.Unauthorized) {
            return afterFailure(standing, failure);
        }
        Duration told = floodWait(failure);
        RetryDecision usual = standing.state() == BotState.WEBHOOK
                ? new RetryDecision(standing, jittered(WEBHOOK_CHECK), Ask.WEBHOOK_INFO)
                : conflictPause(standing);
        return usual.delay().compareTo(told) < 0 ? new RetryDecision(usual.next(), jittered(told), usual.ask()) : usual;
    }

    private RetryDecision conflictPause(BotStanding standing) {
        return new RetryDecision(standing, jittered(CONFLICT.after(standing.count())), Ask.POLL);
    }

    private Duration jittered(Duration pause) {
        return Backoff.jittered(pause, random.getAsDouble());
    }
}
