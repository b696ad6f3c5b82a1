package dev.sluice.ingest.shard;

import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.WebhookResult;

/** What other threads tell the owner thread of a shard. At most one message per bot is under way, besides a few others. */
sealed interface ShardMessage {
    /** A long poll has ended; {@code call} tells whether it is still the one that the bot waits for. */
    record PollDone(BotLoop bot, long call, PollResult result) implements ShardMessage {}

    /** getWebhookInfo or deleteWebhook has ended. */
    record WebhookDone(BotLoop bot, long call, WebhookResult result) implements ShardMessage {}

    /** getWebhookInfo, asked only for {@code pending_update_count}, has ended. */
    record PendingCount(BotLoop bot, WebhookResult result) implements ShardMessage {}

    /** The tokens of some bots have changed; {@link ShardContext#tokens} has them all. */
    record TokensChanged() implements ShardMessage {}

    /** The group's answer to a request for confirmation. */
    record Confirmation(boolean confirmed) implements ShardMessage {}

    /** Wakes the owner thread so that it sees that it is to stop. */
    record Wake() implements ShardMessage {}
}
