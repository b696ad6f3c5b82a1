package dev.sluice.cli;

import dev.sluice.ingest.IngestSettings;
import dev.sluice.ingest.telegram.BodyBudget;
import dev.sluice.ingest.telegram.BotApi;
import dev.sluice.ingest.telegram.BotApiSettings;
import dev.sluice.ingest.telegram.BotResult;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.ingest.telegram.WebhookResult;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.secret.Secret;
import java.time.Clock;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;

/**
 * Asks the Bot API about each bot with getMe and getWebhookInfo, one bot after the other: many new tokens at once are a
 * flood to it. Never getUpdates: it could confirm updates that nobody has stored (R18).
 */
final class BotPreflight implements AutoCloseable {
    private static final long BODY_BYTES = 16L * 1024 * 1024;

    private final IngestSettings settings;
    private final boolean polls;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final BotApi api;

    /** @param polls whether a webhook is in the way; sending does not mind one */
    BotPreflight(IngestSettings settings, boolean polls) {
        this.settings = settings;
        this.polls = polls;
        this.api = new BotApi(
                BotApiSettings.of(settings.apiUrl(), settings.allowedUpdates()),
                new BodyBudget(BODY_BYTES),
                Clock.systemUTC(),
                timer);
    }

    /** One row per bot, two where webhooks count, in the order of their ids. */
    void check(Map<Long, Secret> tokens, Consumer<CheckRow> each) {
        new TreeMap<>(tokens).forEach((bot, token) -> {
            CheckRow known = bot(bot, token);
            each.accept(known);
            if (polls && known.status() == CheckRow.Status.OK) {
                each.accept(webhook(bot, token));
            }
        });
    }

    private CheckRow bot(long bot, Secret token) {
        String subject = "bot:" + bot;
        CompletableFuture<BotResult> answer = new CompletableFuture<>();
        api.getMe(token, answer::complete);
        if (answer.join() instanceof BotResult.Bot me) {
            return CheckRow.ok(subject, "@" + me.username());
        }
        return failed(subject, ((BotResult.Failed) answer.join()).failure());
    }

    private CheckRow webhook(long bot, Secret token) {
        String subject = "webhook:" + bot;
        CompletableFuture<WebhookResult> answer = new CompletableFuture<>();
        api.getWebhookInfo(token, answer::complete);
        if (!(answer.join() instanceof WebhookResult.Info info)) {
            return failed(subject, ((WebhookResult.Failed) answer.join()).failure());
        }
        String pending = info.pendingUpdates().isPresent()
                ? ", " + info.pendingUpdates().getAsInt() + " updates wait for delivery"
                : "";
        if (!info.set()) {
            return CheckRow.ok(subject, "none" + pending);
        }
        String set = "one is set, at " + info.urlHost();
        return settings.onWebhook() == IngestSettings.OnWebhook.DELETE
                ? CheckRow.warning(subject, set + pending + "; ingest will delete it")
                : CheckRow.failed(
                        subject,
                        ExitCode.CHECK_FAILED,
                        set + pending + ", so polling is refused; wants deleteWebhook, or "
                                + IngestSettings.ON_WEBHOOK.key() + "=delete");
    }

    private static CheckRow failed(String subject, PollResult.Failure failure) {
        if (failure instanceof PollResult.Unauthorized refused) {
            return CheckRow.failed(
                    subject,
                    ExitCode.CHECK_FAILED,
                    "the token is refused with " + refused.httpStatus()
                            + "; wants one that @BotFather has not revoked");
        }
        if (failure instanceof PollResult.Flood) {
            return CheckRow.unknown(subject, "the API asks to wait; try again in a minute");
        }
        return CheckRow.failed(subject, ExitCode.UNREACHABLE, "no usable answer: " + words(failure));
    }

    private static String words(PollResult.Failure failure) {
        if (failure instanceof PollResult.Unreachable unreachable) {
            return unreachable.detail();
        }
        if (failure instanceof PollResult.Unreadable unreadable) {
            return unreadable.detail();
        }
        return failure instanceof PollResult.ServerError error
                ? "status " + error.httpStatus() + " " + error.detail()
                : failure.toString();
    }

    @Override
    public void close() {
        api.close();
        timer.shutdownNow();
    }
}
