package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendFigures;
import dev.sluice.local.sends.SenderFigures;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongFunction;
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
        private OptionalInt nextOffset = OptionalInt.empty();
        private Optional<SenderFigures> sends = Optional.empty();
        private String state = STARTING;

        BotLine line(long id, int shard) {
            return new BotLine(
                    id,
                    received,
                    pending,
                    nextOffset,
                    shard,
                    sends.map(s -> OptionalLong.of(s.sent())).orElse(OptionalLong.empty()),
                    sends.map(s -> OptionalLong.of(s.waiting())).orElse(OptionalLong.empty()),
                    sends.map(SenderFigures::rests)
                            .filter(rest -> !rest.isZero())
                            .map(rest -> "flood " + (rest.toMillis() + 999) / 1000 + " s")
                            .orElse(state));
        }
    }

    private final LongToIntFunction shardOf;
    private final Map<Long, Bot> bots = new TreeMap<>();
    private final Deque<Row> latest = new ArrayDeque<>();
    private final Deque<Notice> notices = new ArrayDeque<>();
    private final Deque<Long> storedAtMs = new ArrayDeque<>();
    private final Delays delays = new Delays();
    private Optional<SendFigures> sends = Optional.empty();
    private Optional<AnswerCount> answers = Optional.empty();
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
        update.delayMs().ifPresent(delays::add);
        happened(Row.of(update));
        storedAtMs.addLast(update.seenAt().toEpochMilli());
    }

    void happened(Row row) {
        latest.addFirst(row);
        if (latest.size() > LATEST) {
            latest.removeLast();
        }
    }

    /**
     * The outbound side as it stands now.
     *
     * @param ofBot one bot's share
     */
    void sends(SendFigures figures, Optional<AnswerCount> byLedger, LongFunction<SenderFigures> ofBot) {
        sends = Optional.of(figures);
        answers = byLedger;
        bots.forEach((id, bot) -> bot.sends = Optional.of(ofBot.apply(id)));
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
        bots.forEach((id, bot) -> lines.add(bot.line(id, shardOf.applyAsInt(id))));
        return new Picture(
                running,
                storedAtMs.size() / seconds,
                generated,
                stored,
                delays.percentileMs(0.50),
                delays.percentileMs(0.99),
                sends,
                answers,
                lines,
                List.copyOf(notices),
                List.copyOf(latest));
    }

    private Bot bot(long botId) {
        return bots.computeIfAbsent(botId, id -> new Bot());
    }
}
