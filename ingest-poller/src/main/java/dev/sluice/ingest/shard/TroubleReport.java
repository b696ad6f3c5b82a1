package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BatchRules;
import dev.sluice.ingest.rules.BotState;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.WebhookResult;
import dev.sluice.model.IngestEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what is wrong with a bot, and when it is over: events for the topic, lines for the log. Decides nothing. */
final class TroubleReport {
    private static final Logger log = LoggerFactory.getLogger(TroubleReport.class);

    private final ShardContext context;
    private final Consumer<IngestEvent> events;

    TroubleReport(ShardContext context, Consumer<IngestEvent> events) {
        this.context = context;
        this.events = events;
    }

    /** A poll has failed, and the bot now is in {@code state}. */
    void failed(BotLoop bot, PollResult.Failure failure, BotState state) {
        Trouble trouble = enter(bot, state);
        log.debug("bot {}: {}", bot.botId, failure);
        if (failure instanceof PollResult.Conflict conflict) {
            trouble.conflict(conflict.description());
        } else if (failure instanceof PollResult.Unauthorized refused && trouble.isNews(now())) {
            log.warn(
                    "bot {}: Telegram refuses its token (HTTP {}); tried again every {}",
                    bot.botId,
                    refused.httpStatus(),
                    context.settings().authProbe());
            events.accept(new IngestEvent.AuthFailed(
                    bot.botId, now(), context.instance(), OptionalInt.of(refused.httpStatus())));
        } else if (state == BotState.BACKOFF && trouble.isLasting(now()) && trouble.shouldSay(now())) {
            log.warn("bot {}: {}; tried again", bot.botId, failure);
        }
    }

    /** getWebhookInfo has said why polls are refused; the bot now is in {@code state}. */
    void explained(BotLoop bot, WebhookResult result, BotState state) {
        Trouble trouble = enter(bot, state);
        if (result instanceof WebhookResult.Info info && info.set()) {
            if (trouble.shouldSay(now())) {
                log.warn(
                        "bot {}: a webhook to {} is set, so Telegram refuses polling; end it with deleteWebhook, or set"
                                + " sluice.ingest.on-webhook=delete",
                        bot.botId,
                        info.urlHost());
                events.accept(new IngestEvent.WebhookActive(bot.botId, now(), context.instance(), info.urlHost()));
            }
        } else if (result instanceof WebhookResult.Deleted) {
            log.warn(
                    "bot {}: its webhook was deleted, as sluice.ingest.on-webhook asks; nothing was dropped",
                    bot.botId);
        } else if (state == BotState.CONFLICT && trouble.shouldSay(now())) {
            log.warn("bot {}: somebody else polls it as well; {} conflicts so far", bot.botId, trouble.conflicts());
            events.accept(new IngestEvent.Conflict(
                    bot.botId, now(), context.instance(), trouble.conflictDescription(), trouble.conflicts()));
        }
    }

    /** A poll was answered: what was wrong is over. */
    void answered(BotLoop bot) {
        Trouble trouble = bot.trouble;
        if (trouble == null) {
            return;
        }
        bot.trouble = null;
        Duration down = Duration.between(trouble.since(), now());
        if (trouble.state() != BotState.BACKOFF || down.compareTo(BatchRules.OUTAGE) > 0) {
            log.info("bot {}: polled again, after {} of {}", bot.botId, down, nameOf(trouble.state()));
            events.accept(new IngestEvent.Resumed(
                    bot.botId, now(), context.instance(), nameOf(trouble.state()), down.toMillis()));
        }
    }

    private Trouble enter(BotLoop bot, BotState state) {
        Trouble trouble = bot.trouble;
        if (trouble == null) {
            trouble = new Trouble(now());
            bot.trouble = trouble;
        }
        trouble.enter(state);
        return trouble;
    }

    private Instant now() {
        return context.clock().instant();
    }

    /** The type of the event that the resumption ends (CONTRACT, Events). */
    private static String nameOf(BotState state) {
        return switch (state) {
            case CONFLICT -> "conflict";
            case WEBHOOK -> "webhook_active";
            case PARKED -> "auth_failed";
            case BACKOFF, POLLING -> "unreachable";
        };
    }
}
