package dev.sluice.local.view;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.LongToIntFunction;

/** What the live view knows, kept up to date by the thread that reads Kafka. Not thread-safe. */
final class LiveModel {
    /** More than the tallest terminal shows. */
    private static final int LATEST = 200;

    private static final long RATE_OVER_MS = 5_000;

    /** Event types that say how a bot stands, and the word for it. */
    private static final Map<String, String> STATES = Map.of(
            "conflict", "conflict",
            "webhook_active", "webhook",
            "auth_failed", "parked",
            "resumed", "polling",
            "owner_changed", "polling");

    private static final String STARTING = "starting";

    private static final class Bot {
        private long received;
        private OptionalInt pending = OptionalInt.empty();
        private OptionalInt lastUpdateId = OptionalInt.empty();
        private OptionalInt nextOffset = OptionalInt.empty();
        private String state = STARTING;

        /** The highest id: partitions are read in any order. When ids begin anew, the checkpoint falls back with them. */
        void saw(int updateId) {
            int last = lastUpdateId.orElse(-1);
            boolean beganAnew = nextOffset.isPresent() && last > nextOffset.getAsInt();
            if (updateId > last || beganAnew) {
                lastUpdateId = OptionalInt.of(updateId);
            }
        }
    }

    private final LongToIntFunction shardOf;
    private final Map<Long, Bot> bots = new TreeMap<>();
    private final Deque<StoredUpdate> latest = new ArrayDeque<>();
    private final Deque<Notice> notices = new ArrayDeque<>();
    private final Deque<Long> storedAtMs = new ArrayDeque<>();
    private final Delays delays = new Delays();
    private long stored;
    private long generated;

    LiveModel(LongToIntFunction shardOf) {
        this.shardOf = shardOf;
    }

    /** A bot that has its line from the start. */
    void know(long botId) {
        bots.computeIfAbsent(botId, id -> new Bot());
    }

    void stored(StoredUpdate update) {
        stored++;
        Bot bot = bot(update.botId());
        bot.received++;
        bot.saw(update.updateId());
        update.delayMs().ifPresent(delays::add);
        latest.addFirst(update);
        if (latest.size() > LATEST) {
            latest.removeLast();
        }
        storedAtMs.addLast(update.seenAt().toEpochMilli());
    }

    void checkpoint(long botId, int nextOffset) {
        bot(botId).nextOffset = OptionalInt.of(nextOffset);
    }

    /** A long poll of this bot hangs at the API. */
    void polled(long botId) {
        Bot bot = bot(botId);
        if (bot.state.equals(STARTING)) {
            bot.state = "polling";
        }
    }

    void pending(long botId, int updates) {
        bot(botId).pending = OptionalInt.of(updates);
    }

    void notice(Notice notice) {
        String state = STATES.get(notice.type());
        if (state != null && notice.botId().isPresent()) {
            bot(notice.botId().getAsLong()).state = state;
        }
        if (!notice.type().equals("owner_changed")) { // every start makes one per bot
            notices.addFirst(notice);
            if (notices.size() > LATEST) {
                notices.removeLast();
            }
        }
    }

    void generated(long updates) {
        generated = updates;
    }

    Delays delays() {
        return delays;
    }

    /** @param nowMs the wall clock that {@code seenAt} is of */
    Picture picture(Duration running, long nowMs) {
        while (!storedAtMs.isEmpty() && storedAtMs.getFirst() < nowMs - RATE_OVER_MS) {
            storedAtMs.removeFirst();
        }
        double seconds = Math.max(1_000, Math.min(RATE_OVER_MS, running.toMillis())) / 1000.0;
        List<BotLine> lines = new ArrayList<>();
        bots.forEach((id, bot) -> lines.add(new BotLine(
                id, bot.received, bot.pending, bot.lastUpdateId, bot.nextOffset, shardOf.applyAsInt(id), bot.state)));
        return new Picture(
                running,
                storedAtMs.size() / seconds,
                generated,
                stored,
                delays.percentileMs(0.50),
                delays.percentileMs(0.99),
                lines,
                List.copyOf(notices),
                List.copyOf(latest));
    }

    private Bot bot(long botId) {
        return bots.computeIfAbsent(botId, id -> new Bot());
    }
}
