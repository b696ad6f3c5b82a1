package dev.sluice.local.sends;

import dev.sluice.runtime.settings.Limit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When each limit lets the next send through, by the sends that were seen. The gate does not publish what a single job waits
 * for; its rules and the sends say it. Times are Unix milliseconds. Not thread-safe.
 */
final class Windows {
    /** A gate, and from when on it is open. */
    record Opening(Gate gate, long atMs) {}

    private final Limit bot;
    private final Limit chat;
    private final Limit group;
    private final Map<String, Deque<Long>> botSends = new HashMap<>();
    private final Map<String, Deque<Long>> chatSends = new HashMap<>();
    private final Map<String, Long> restsUntil = new HashMap<>();

    Windows(Limit bot, Limit chat, Limit group) {
        this.bot = bot;
        this.chat = chat;
        this.group = group;
    }

    void sent(String sender, Optional<String> toChat, long atMs) {
        keep(botSends, sender, atMs, bot.count());
        toChat.ifPresent(id ->
                keep(chatSends, sender + "/" + id, atMs, Math.max(chat.count(), isGroup(id) ? group.count() : 0)));
    }

    void rests(String sender, long untilMs) {
        restsUntil.merge(sender, untilMs, Math::max);
    }

    /** Of the gates before a request, the one that opens last; {@link Gate#NONE} when none was ever closed. */
    Opening lastToOpen(String sender, Optional<String> toChat) {
        Opening last = new Opening(Gate.NONE, 0);
        last = later(last, new Opening(Gate.FLOOD, restsUntil.getOrDefault(sender, 0L)));
        last = later(last, opening(Gate.BOT, botSends.get(sender), bot));
        if (toChat.isPresent()) {
            Deque<Long> sends = chatSends.get(sender + "/" + toChat.get());
            last = later(last, opening(Gate.CHAT, sends, chat));
            if (isGroup(toChat.get())) {
                last = later(last, opening(Gate.GROUP, sends, group));
            }
        }
        return last;
    }

    /** Forgets chats whose windows are all empty. */
    void forget(long nowMs) {
        long longest = Math.max(chat.window().toMillis(), group.window().toMillis());
        chatSends.values().removeIf(sends -> sends.getLast() + longest < nowMs);
    }

    /** Groups, channels, and names that may be either. */
    private static boolean isGroup(String chatId) {
        return chatId.startsWith("-") || chatId.startsWith("@");
    }

    private static Opening later(Opening one, Opening other) {
        return other.atMs > one.atMs ? other : one;
    }

    private static Opening opening(Gate gate, @Nullable Deque<Long> sends, Limit limit) {
        if (sends == null || sends.size() < limit.count()) {
            return new Opening(gate, 0);
        }
        Iterator<Long> newestFirst = sends.descendingIterator();
        long nth = 0;
        for (int n = 0; n < limit.count(); n++) {
            nth = newestFirst.next();
        }
        return new Opening(gate, nth + limit.window().toMillis());
    }

    private static void keep(Map<String, Deque<Long>> all, String key, long atMs, int most) {
        Deque<Long> sends = all.computeIfAbsent(key, k -> new ArrayDeque<>());
        sends.addLast(atMs);
        if (sends.size() > most) {
            sends.removeFirst();
        }
    }
}
