package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BatchRules;
import dev.sluice.ingest.rules.BotProgress;
import dev.sluice.ingest.rules.BotStanding;
import dev.sluice.ingest.rules.RetryDecision.Ask;
import dev.sluice.ingest.telegram.PendingCall;
import dev.sluice.runtime.secret.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * One bot within one session of its shard: plain state, touched by the owner thread alone.
 *
 * <p>At most one call of the bot is under way ({@link #call}), or its batch waits for the next commit, or a timer runs.
 * That is what keeps a second getUpdates from leaving early.
 */
final class BotLoop {
    final long botId;
    final Secret token;
    BotProgress progress;
    BotStanding standing = BotStanding.START;

    /** What to ask when the timer is due. */
    Ask ask = Ask.POLL;

    /** The offset of the poll under way, or of the last one. */
    OptionalInt offsetSent = OptionalInt.empty();

    /** Whether the last comparison of known ids with what is stored found nothing the same. */
    boolean newGround;

    /** The call under way, null when there is none. */
    @Nullable
    PendingCall call;

    /** Counts calls; an answer with another number belongs to a call that was given up. */
    long callNumber;

    /** See {@link Timers}. */
    long timerSerial;

    /** When Telegram last answered a poll; before the first answer, when the shard was last served. Null if unknown. */
    @Nullable
    Instant lastContact;

    /** The present trouble, null while there is none. */
    @Nullable
    Trouble trouble;

    BotLoop(long botId, Secret token, BotProgress progress, @Nullable Instant lastContact) {
        this.botId = botId;
        this.token = token;
        this.progress = progress;
        this.lastContact = lastContact;
    }

    /** Forgets the call under way, if any, and ends it; its answer will not be looked at. */
    void cancelCall() {
        callNumber++;
        PendingCall pending = call;
        call = null;
        if (pending != null) {
            pending.cancel();
        }
    }

    /** How long the bot had not been answered before {@code at}, when that is long enough for updates to have expired. */
    Optional<Duration> outageUntil(Instant at) {
        return Optional.ofNullable(lastContact)
                .map(last -> Duration.between(last, at))
                .filter(down -> down.compareTo(BatchRules.OUTAGE) > 0);
    }
}
