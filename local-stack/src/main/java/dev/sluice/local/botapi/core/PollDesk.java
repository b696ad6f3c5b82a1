package dev.sluice.local.botapi.core;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** getUpdates of one bot: guards, the look at the queue, the long poll and its conflicts (TELEGRAM.md 1 and 2). */
final class PollDesk {

    static final long NEVER = Long.MAX_VALUE;

    private static final int MAX_TIMEOUT_SECONDS = 50;
    private static final int MAX_LIMIT = 100;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final UpdateQueue queue;
    private RepeatGuard guard = new RepeatGuard();
    private ConflictThrottle throttle = new ConflictThrottle();
    private @Nullable LongPoll waiting;

    PollDesk(UpdateQueue queue) {
        this.queue = queue;
    }

    void getUpdates(Arguments arguments, Exchange exchange, Moment now) {
        int offset = LenientIntegers.argument(arguments.get("offset"), 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        int limit = LenientIntegers.argument(arguments.get("limit"), MAX_LIMIT, 1, MAX_LIMIT);
        int timeout = LenientIntegers.argument(arguments.get("timeout"), 0, 0, MAX_TIMEOUT_SECONDS);
        RepeatGuard.Verdict verdict = guard.judge(offset, limit, timeout, now.nanos());
        exchange.understood(offset, verdict.limit(), verdict.timeoutSeconds());
        look(offset, verdict.limit(), verdict.timeoutSeconds(), exchange, now);
    }

    private void look(int offset, int limit, int timeoutSeconds, Exchange exchange, Moment now) {
        int remembered = offset;
        Fetch fetch = queue.fetch(offset, limit, now.unixSeconds());
        if (offset <= 0) {
            remembered = queue.head();
        }
        exchange.fetched(fetch);
        if (timeoutSeconds != 0 && fetch.updates().isEmpty()) {
            // Only a call that has to block ends the one that waits: short polls coexist silently.
            abort(Answers.OTHER_POLL, now);
            waiting = new LongPoll(exchange, remembered, limit, now.nanos() + timeoutSeconds * NANOS_PER_SECOND);
            return;
        }
        List<QueuedUpdate> updates = fetch.updates();
        int count = Answers.countThatFits(updates);
        IdRanges.Builder returned = new IdRanges.Builder();
        for (QueuedUpdate update : updates.subList(0, count)) {
            update.handOut();
            returned.add(update.id());
        }
        exchange.returned(returned.build());
        exchange.answer(Answers.updates(updates, count), 0);
    }

    /** A new update was queued. */
    void wake(Moment now) {
        if (waiting != null) {
            waiting.wake(now.nanos());
        }
    }

    /** When {@link #timer} has something to do. */
    long wakeAt() {
        return waiting == null ? NEVER : waiting.fireAt();
    }

    void timer(Moment now) {
        if (waiting != null && now.nanos() >= waiting.fireAt()) {
            answerWaiting(now);
        }
    }

    /** Answers the waiting poll at once, with what there is: the client closes (1.7). */
    void answerWaiting(Moment now) {
        LongPoll poll = waiting;
        if (poll != null) {
            waiting = null;
            look(poll.offset, poll.limit, 0, poll.exchange, now);
        }
    }

    /** Ends the waiting poll with a 409. */
    void abort(String description, Moment now) {
        LongPoll poll = waiting;
        if (poll != null) {
            waiting = null;
            conflict(description, poll.exchange, now);
        }
    }

    /** A 409, held back when another was sent less than 3 s ago. */
    void conflict(String description, Exchange exchange, Moment now) {
        exchange.answer(Answers.error(409, description), throttle.delayNanos(now.nanos()));
    }

    boolean isWaiting() {
        return waiting != null;
    }

    /** A new client object: it remembers neither the previous offset nor the previous conflict. */
    void forgetClient() {
        guard = new RepeatGuard();
        throttle = new ConflictThrottle();
    }
}
