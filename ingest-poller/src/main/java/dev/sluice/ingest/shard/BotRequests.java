package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.RetryDecision;
import dev.sluice.ingest.telegram.PendingCall;
import dev.sluice.ingest.telegram.PollRequest;
import dev.sluice.ingest.telegram.WebhookResult;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Sends the bots' next requests, at once or when their timers are due. The answers come into the mailbox. Used by the owner
 * thread alone.
 */
final class BotRequests {
    private final ShardContext context;
    private final Mailbox mailbox;
    private final BooleanSupplier certain;
    private final Timers timers;

    /** @param certain whether this process may still count itself as the owner; asked before each request */
    BotRequests(ShardContext context, Mailbox mailbox, BooleanSupplier certain, Timers timers) {
        this.context = context;
        this.mailbox = mailbox;
        this.certain = certain;
        this.timers = timers;
    }

    /**
     * Does what was decided about a bot.
     *
     * @throws LostCertainty when no request may leave now
     */
    void apply(BotLoop bot, RetryDecision decision) {
        bot.standing = decision.next();
        context.metrics().bot(bot.botId, bot.standing.state());
        bot.ask = decision.ask();
        if (decision.delay().isZero()) {
            ask(bot);
        } else {
            timers.set(bot, System.nanoTime() + decision.delay().toNanos());
        }
    }

    /**
     * Sends the requests whose timers are due.
     *
     * @throws LostCertainty when no request may leave now
     */
    void askDue(long nowNanos) {
        for (BotLoop bot = timers.pollDue(nowNanos); bot != null; bot = timers.pollDue(nowNanos)) {
            ask(bot);
        }
    }

    private void ask(BotLoop bot) {
        if (!certain.getAsBoolean()) {
            throw new LostCertainty("stood still, so the group is asked again before the next poll");
        }
        long call = ++bot.callNumber;
        bot.call = switch (bot.ask) {
            case POLL -> poll(bot, call);
            case WEBHOOK_INFO -> context.api().getWebhookInfo(bot.token, webhookDone(bot, call));
            case DELETE_WEBHOOK -> context.api().deleteWebhook(bot.token, webhookDone(bot, call));
        };
    }

    private PendingCall poll(BotLoop bot, long call) {
        bot.offsetSent = bot.progress.nextOffset();
        return context.api()
                .getUpdates(
                        bot.token,
                        new PollRequest(
                                bot.offsetSent,
                                context.settings().limit(),
                                context.settings().pollTimeout()),
                        result -> mailbox.put(new ShardMessage.PollDone(bot, call, result)));
    }

    private Consumer<WebhookResult> webhookDone(BotLoop bot, long call) {
        return result -> mailbox.put(new ShardMessage.WebhookDone(bot, call, result));
    }
}
