package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BotState;
import dev.sluice.ingest.telegram.WebhookResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;

/**
 * Asks getWebhookInfo for each bot in turn, for the metric {@code sluice_ingest_pending_updates}: the number of updates
 * that wait at Telegram for delivery (R127; not an outbound queue, R128).
 *
 * <p>One call per shard at a time and at most one a second, so 10,000 bots cost 8 calls a second; a bot's figure is at
 * most {@link #ROUND} old where the shard has up to 60 bots.
 */
final class PendingCounts {
    private static final Duration ROUND = Duration.ofMinutes(1);
    private static final Duration SPACING = Duration.ofSeconds(1);

    private final ShardContext context;
    private final Mailbox mailbox;
    private final ArrayDeque<Long> round = new ArrayDeque<>();
    private long roundStart;
    private long nextDue = System.nanoTime();
    private boolean asking;

    PendingCounts(ShardContext context, Mailbox mailbox) {
        this.context = context;
        this.mailbox = mailbox;
    }

    /** Asks for the next bot when it is time, and tells when the next time is. */
    long fire(long nowNanos, Map<Long, BotLoop> bots) {
        if (asking || nowNanos < nextDue) {
            return nextDue;
        }
        nextDue = nowNanos + SPACING.toNanos();
        if (round.isEmpty()) {
            if (roundStart != 0 && nowNanos < roundStart + ROUND.toNanos()) {
                return nextDue;
            }
            roundStart = nowNanos;
            round.addAll(bots.keySet());
        }
        Long botId = round.poll();
        BotLoop bot = botId == null ? null : bots.get(botId);
        if (bot != null && bot.standing.state() == BotState.POLLING) {
            asking = true;
            context.api().getWebhookInfo(bot.token, result -> mailbox.put(new ShardMessage.PendingCount(bot, result)));
        }
        return nextDue;
    }

    void onAnswer(ShardMessage.PendingCount answer) {
        asking = false;
        if (answer.result() instanceof WebhookResult.Info info) {
            info.pendingUpdates().ifPresent(pending -> context.metrics().pendingUpdates(answer.bot().botId, pending));
        }
    }
}
