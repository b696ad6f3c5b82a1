package dev.sluice.ingest.rules;

import java.time.Duration;

/**
 * What a bot does after an answer.
 *
 * @param next where it stands now
 * @param delay from the answer to the next request
 * @param ask which request that is
 */
public record RetryDecision(BotStanding next, Duration delay, Ask ask) {

    /** The next request. */
    public enum Ask {
        POLL,
        WEBHOOK_INFO,
        /** Only when the setting allows it; its answer is awaited before the next poll. */
        DELETE_WEBHOOK
    }
}
