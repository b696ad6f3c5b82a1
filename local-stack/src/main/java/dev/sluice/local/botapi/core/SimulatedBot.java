package dev.sluice.local.botapi.core;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * One bot on the server: its queue, its webhook, its client object and its methods. Pure: time is passed in, answers go to
 * the {@link Exchange}, and whoever calls must come back at {@link #wakeAt}. Not thread-safe.
 */
public final class SimulatedBot {

    /** {@link #wakeAt} when nothing is due. */
    public static final long NEVER = PollDesk.NEVER;

    private final long botId;
    private final UpdateQueue queue;
    private final AllowedSetting allowed = new AllowedSetting();
    private final PollDesk polls;
    private final WebhookDesk webhooks;
    private final SendDesk sends;
    private final ClientLife life;

    public SimulatedBot(long botId, RandomGenerator random, BotOptions options) {
        this.botId = botId;
        this.queue = new UpdateQueue(random);
        this.polls = new PollDesk(queue);
        this.webhooks = new WebhookDesk(queue, polls, allowed, options.webhookChangeNanos());
        this.sends = new SendDesk(botId);
        this.life = new ClientLife(options.serverStartNanos());
    }

    /** One call with a valid token. The method name counts without regard to case. */
    public void call(String method, Arguments arguments, Exchange exchange, Moment now) {
        String name = method.toLowerCase(Locale.ROOT);
        Answer refusal = life.refusal(now);
        if (refusal != null) {
            exchange.answer(refusal, 0);
            return;
        }
        if (!life.isLoaded()) {
            if (name.equals("close")) {
                exchange.answer(Answers.error(400, "Bad Request: the bot has already been closed"), 0);
                return;
            }
            polls.forgetClient();
            life.load(now);
        }
        dispatch(name, arguments, exchange, now);
    }

    private void dispatch(String name, Arguments arguments, Exchange exchange, Moment now) {
        switch (name) {
            case "getupdates":
                getUpdates(arguments, exchange, now);
                break;
            case "setwebhook":
                webhooks.change(arguments.text("url"), arguments, exchange, now);
                break;
            case "deletewebhook":
                webhooks.change("", arguments, exchange, now);
                break;
            case "getwebhookinfo":
                exchange.answer(webhooks.info(), 0);
                break;
            case "getme":
                exchange.answer(Profile.me(botId), 0);
                break;
            case "close":
                close(exchange, now);
                break;
            case "logout":
                logOut(exchange, now);
                break;
            default:
                Answer answer = sends.call(name, arguments, now)
                        .orElseGet(() -> Answers.error(404, "Not Found: method not found"));
                exchange.answer(answer, 0);
        }
    }

    private void getUpdates(Arguments arguments, Exchange exchange, Moment now) {
        if (webhooks.blocksPolling()) {
            polls.conflict(Answers.WEBHOOK_ACTIVE, exchange, now);
            return;
        }
        allowed.update(arguments);
        polls.getUpdates(arguments, exchange, now);
    }

    private void close(Exchange exchange, Moment now) {
        int retryAfter = life.closeRetryAfter(now);
        if (retryAfter > 0) {
            exchange.answer(Answers.retryAfter(retryAfter), 0);
            return;
        }
        polls.answerWaiting(now);
        life.unload();
        exchange.answer(Answers.ok("true"), 0);
    }

    private void logOut(Exchange exchange, Moment now) {
        polls.answerWaiting(now);
        exchange.dropped(queue.clear());
        webhooks.force("");
        life.logOut(now);
        exchange.answer(Answers.ok("true"), 0);
    }

    /**
     * Offers an update to the queue.
     *
     * @param kind the field beside {@code update_id}
     * @param date message, edit or event date in Unix seconds
     */
    public Pushed push(String kind, UpdateBytes bytes, OptionalLong date, Moment now) {
        if (!AllowedUpdates.admits(allowed.kinds(), kind)) {
            return Pushed.refused(Pushed.Outcome.FILTERED);
        }
        if (!Expiry.isQueued(kind, date, now.unixSeconds())) {
            return Pushed.refused(Pushed.Outcome.TOO_OLD);
        }
        Pushed pushed = queue.push(bytes, Expiry.of(kind, date, now.unixSeconds()));
        if (pushed.outcome() == Pushed.Outcome.QUEUED) {
            polls.wake(now);
        }
        return pushed;
    }

    /**
     * The server restarts, or this client of it: the waiting poll is answered early, then every call is refused for a while
     * with 500 {@code restart} (closing) or 429 {@code retry after 5} (the object is gone). The queue is kept.
     */
    public void restart(long downNanos, boolean gone, Moment now) {
        polls.answerWaiting(now);
        Answer refusal = gone ? Answers.retryAfter(5) : Answers.error(500, "Internal Server Error: restart");
        life.refuse(refusal, now.nanos() + downNanos);
    }

    /** When {@link #timer} must be called, in monotonic nanoseconds, or {@link #NEVER}. */
    public long wakeAt() {
        return Math.min(polls.wakeAt(), webhooks.wakeAt());
    }

    /** Does what is due. Calling it too early does nothing. */
    public void timer(Moment now) {
        polls.timer(now);
        webhooks.timer(now);
    }

    /** Sets or removes the webhook from outside, as if an earlier program had done it. */
    public void forceWebhook(String url) {
        webhooks.force(url);
    }

    public UpdateQueue queue() {
        return queue;
    }

    /** Whether a getUpdates waits. */
    public boolean isPolled() {
        return polls.isWaiting();
    }

    /** Whether the server has a client object for this token; the next call creates one otherwise. */
    public boolean isLoaded() {
        return life.isLoaded();
    }
}
