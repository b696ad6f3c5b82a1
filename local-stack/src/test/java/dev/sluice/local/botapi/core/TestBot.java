package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.OptionalLong;
import java.util.Random;

/** One simulated bot on a clock that moves only when a test moves it. */
final class TestBot {

    static final long START_SECONDS = 1_790_000_000L;

    final SimulatedBot bot;
    private long nanos = 10_000_000_000_000L;
    private long micros = START_SECONDS * 1_000_000L;

    TestBot() {
        this(0);
    }

    /** A server that needs so long to change a webhook. */
    TestBot(long webhookChangeMs) {
        bot = new SimulatedBot(110001, new Random(7), new BotOptions(nanos, webhookChangeMs * 1_000_000));
    }

    /** A bot whose queue starts at an id, with so many messages pending; the last call was long ago. */
    static TestBot with(int firstId, int pending) {
        TestBot test = new TestBot();
        test.bot.queue().restartAt(firstId);
        test.pushMany(pending);
        return test;
    }

    Moment now() {
        return new Moment(nanos, micros);
    }

    Recorded call(String method, String... keysAndValues) {
        Arguments arguments = new Arguments();
        for (int n = 0; n < keysAndValues.length; n += 2) {
            arguments.add(keysAndValues[n], keysAndValues[n + 1]);
        }
        Recorded exchange = new Recorded();
        bot.call(method, arguments, exchange, now());
        return exchange;
    }

    Recorded poll(int offset) {
        return call("getUpdates", "offset", Integer.toString(offset));
    }

    Recorded poll(int offset, int timeoutSeconds) {
        return call("getUpdates", "offset", Integer.toString(offset), "timeout", Integer.toString(timeoutSeconds));
    }

    Pushed push(String kind) {
        return push(kind, "\"" + kind + "\":{\"n\":1}", OptionalLong.empty());
    }

    Pushed push(String kind, String fragment, OptionalLong date) {
        return bot.push(kind, UpdateBytes.fragment(fragment.getBytes(UTF_8)), date, now());
    }

    void pushMany(int count) {
        for (int n = 0; n < count; n++) {
            push("message");
        }
    }

    /** Both clocks move, and what falls due on the way happens at its time. */
    void advanceMs(long ms) {
        advanceNanos(ms * 1_000_000L);
    }

    void advanceNanos(long by) {
        long end = nanos + by;
        while (bot.wakeAt() <= end) {
            moveTo(Math.max(nanos, bot.wakeAt()));
            bot.timer(now());
        }
        moveTo(end);
    }

    private void moveTo(long to) {
        micros += (to - nanos) / 1000;
        nanos = to;
    }

    int head() {
        return bot.queue().head();
    }

    int tail() {
        return bot.queue().tail();
    }

    int pending() {
        return bot.queue().size();
    }
}
