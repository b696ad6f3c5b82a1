package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BotState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a bot, from its first failed poll to the first answer: since when, and what was said about it, so that
 * a long trouble is published once and then once a minute, not with every try.
 */
final class Trouble {
    private static final Duration SAY_AGAIN = Duration.ofMinutes(1);

    private static final Duration MOMENT = Duration.ofSeconds(10);

    private final Instant since;
    private BotState state = BotState.POLLING;
    private @Nullable Instant lastSaid;
    private int conflicts;
    private String conflictDescription = "";

    Trouble(Instant since) {
        this.since = since;
    }

    Instant since() {
        return since;
    }

    /** The state that the trouble is in, and the one to name when it ends. */
    BotState state() {
        return state;
    }

    /** Goes on to another state, about which nothing was said yet. */
    void enter(BotState next) {
        if (next != state) {
            state = next;
            lastSaid = null;
        }
    }

    /** Counts a 409 and keeps its words for the event. */
    void conflict(String description) {
        conflicts++;
        conflictDescription = description;
    }

    int conflicts() {
        return conflicts;
    }

    String conflictDescription() {
        return conflictDescription;
    }

    /** True when it lasts for longer than a moment, such as a connection that was closed while it was idle. */
    boolean isLasting(Instant now) {
        return Duration.between(since, now).compareTo(MOMENT) > 0;
    }

    /** True the first time in a state. */
    boolean isNews(Instant now) {
        return lastSaid == null && shouldSay(now);
    }

    /** True the first time in a state, and then at most once a minute. */
    boolean shouldSay(Instant now) {
        Instant last = lastSaid;
        if (last != null && Duration.between(last, now).compareTo(SAY_AGAIN) < 0) {
            return false;
        }
        lastSaid = now;
        return true;
    }
}
