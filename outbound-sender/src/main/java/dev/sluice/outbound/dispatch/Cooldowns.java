package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import dev.sluice.model.Sender;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The cooldowns that this process has seen begin. They stop its own calls from the moment a 429 is read (O4, R97, R140); the
 * durable ones are the gate's, which may know of more. In memory only; thread-safe.
 */
final class Cooldowns {
    /** What a 429 stops (CONTRACT, flood-scope); the gate has the same setting. */
    enum Scope {
        BOT,
        CHAT_THEN_BOT
    }

    /** With {@link Scope#CHAT_THEN_BOT}, floods in two chats so close together stop the bot. */
    private static final long TOGETHER_NANOS = Duration.ofSeconds(10).toNanos();

    /** No wait is longer for us; the gate keeps the true one. Guards the sum against overflow. */
    private static final long MAX_WAIT_MS = Duration.ofDays(3650).toMillis();

    /** All of a sender, or one chat of it. */
    private record Lane(Sender sender, String chat) {}

    private record ChatFlood(String chat, long atNanos) {}

    /**
     * A cooldown that runs.
     *
     * @param announced done when every 429 that made it is stored
     */
    record Cooldown(long untilNanos, CompletableFuture<Void> announced) {

        private Cooldown and(Cooldown other) {
            // the longer one stands (R105), and both must have been told of
            return new Cooldown(
                    untilNanos - other.untilNanos >= 0 ? untilNanos : other.untilNanos,
                    announced == other.announced ? announced : CompletableFuture.allOf(announced, other.announced));
        }

        long leftMs(long nowNanos) {
            // up, not down: nothing may be early
            return TimeUnit.NANOSECONDS.toMillis(Math.max(0, untilNanos - nowNanos) + 999_999);
        }
    }

    private static final String ALL_CHATS = "";

    private final Scope scope;
    private final Map<Lane, Cooldown> lanes = new ConcurrentHashMap<>();

    /** Guarded by this. */
    private final Map<Sender, ChatFlood> lastFloods = new HashMap<>();

    Cooldowns(Scope scope) {
        this.scope = scope;
    }

    /**
     * A 429 was read.
     *
     * @param announced is completed when it is stored
     */
    synchronized void begin(Attempt attempt, long waitMs, long nowNanos, CompletableFuture<Void> announced) {
        forgetOver(nowNanos);
        long wait = TimeUnit.MILLISECONDS.toNanos(Math.min(waitMs, MAX_WAIT_MS));
        Cooldown cooldown = new Cooldown(nowNanos + wait, announced);
        String chat = scope == Scope.BOT ? ALL_CHATS : chatOf(attempt);
        lanes.merge(new Lane(attempt.sender(), chat), cooldown, Cooldown::and);
        if (!chat.equals(ALL_CHATS)) {
            ChatFlood last = lastFloods.put(attempt.sender(), new ChatFlood(chat, nowNanos));
            if (last != null && !last.chat().equals(chat) && nowNanos - last.atNanos() <= TOGETHER_NANOS) {
                lanes.merge(new Lane(attempt.sender(), ALL_CHATS), cooldown, Cooldown::and);
            }
        }
    }

    /** The cooldown that keeps this attempt from starting. */
    Optional<Cooldown> of(Attempt attempt, long nowNanos) {
        if (lanes.isEmpty()) {
            return Optional.empty();
        }
        Cooldown sender = lanes.get(new Lane(attempt.sender(), ALL_CHATS));
        Cooldown chat = scope == Scope.BOT ? null : lanes.get(new Lane(attempt.sender(), chatOf(attempt)));
        Optional<Cooldown> longer = sender == null ? Optional.ofNullable(chat) : Optional.of(sender);
        if (sender != null && chat != null) {
            longer = Optional.of(sender.and(chat));
        }
        return longer.filter(cooldown -> cooldown.untilNanos() - nowNanos > 0);
    }

    private void forgetOver(long nowNanos) {
        lanes.values().removeIf(cooldown -> cooldown.untilNanos() - nowNanos <= 0);
        lastFloods.values().removeIf(flood -> nowNanos - flood.atNanos() > TOGETHER_NANOS);
    }

    /** A method without a chat floods the bot. */
    private static String chatOf(Attempt attempt) {
        return attempt.chatId().map(id -> id.text().toLowerCase(Locale.ROOT)).orElse(ALL_CHATS);
    }
}
