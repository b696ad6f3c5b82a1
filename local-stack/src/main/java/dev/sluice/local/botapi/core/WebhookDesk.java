package dev.sluice.local.botapi.core;

import org.jspecify.annotations.Nullable;

/** setWebhook and deleteWebhook of one bot (TELEGRAM.md 2). */
final class WebhookDesk {

    private static final long ONE_SECOND = 1_000_000_000L;

    private final Webhook webhook = new Webhook();
    private final UpdateQueue queue;
    private final PollDesk polls;
    private final AllowedSetting allowed;
    private final long takesNanos;
    private long nextSetAllowedAt;
    private boolean everSet;
    private @Nullable Change pending;

    /**
     * @param takesNanos how long a change of the webhook takes; getUpdates is refused meanwhile
     */
    WebhookDesk(UpdateQueue queue, PollDesk polls, AllowedSetting allowed, long takesNanos) {
        this.queue = queue;
        this.polls = polls;
        this.allowed = allowed;
        this.takesNanos = takesNanos;
    }

    /** Whether getUpdates has to be refused: a webhook is set, or is being set or deleted. */
    boolean blocksPolling() {
        return webhook.isSet() || pending != null;
    }

    /** Sets the webhook from outside, as if it had been there before. */
    void force(String url) {
        webhook.set(url, new Arguments());
    }

    /** setWebhook with its URL, or deleteWebhook with empty text. */
    void change(String url, Arguments arguments, Exchange exchange, Moment now) {
        if (!url.isEmpty()) {
            if (everSet && now.nanos() < nextSetAllowedAt) {
                exchange.answer(Answers.retryAfter(1), 0);
                return;
            }
            everSet = true;
            nextSetAllowedAt = now.nanos() + ONE_SECOND;
        }
        boolean drop = arguments.flag("drop_pending_updates");
        Change older = pending;
        if (older != null) {
            pending = null;
            polls.conflict(Answers.OTHER_SET_WEBHOOK, older.exchange, now);
        } else if (webhook.equalsRequest(url, arguments) && !drop) {
            allowed.update(arguments);
            exchange.answer(Answers.done(url.isEmpty() ? "Webhook is already deleted" : "Webhook is already set"), 0);
            return;
        }
        if (!url.isEmpty()) {
            polls.abort(Answers.SET_WEBHOOK, now);
        }
        pending = new Change(url, arguments, exchange, now.nanos() + takesNanos);
        timer(now);
    }

    long wakeAt() {
        return pending == null ? PollDesk.NEVER : pending.doneAt;
    }

    void timer(Moment now) {
        Change change = pending;
        if (change != null && now.nanos() >= change.doneAt) {
            pending = null;
            finish(change);
        }
    }

    private void finish(Change change) {
        boolean wasSet = webhook.isSet();
        webhook.set("", new Arguments());
        if (change.arguments.flag("drop_pending_updates")) {
            change.exchange.dropped(queue.clear());
        }
        if (change.url.isEmpty()) {
            String text = wasSet ? "Webhook was deleted" : "Webhook is already deleted";
            change.exchange.answer(Answers.done(text), 0);
            return;
        }
        String fault = Webhook.fault(change.url, change.arguments);
        if (fault != null) {
            change.exchange.answer(Answers.error(400, fault), 0);
            return;
        }
        allowed.update(change.arguments);
        webhook.set(change.url, change.arguments);
        change.exchange.answer(Answers.done("Webhook was set"), 0);
    }

    Answer info() {
        return webhook.info(queue.size(), allowed.kinds());
    }

    private record Change(String url, Arguments arguments, Exchange exchange, long doneAt) {}
}
