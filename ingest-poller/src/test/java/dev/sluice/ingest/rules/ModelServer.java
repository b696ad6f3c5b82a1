package dev.sluice.ingest.rules;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * The update queue of the Bot API server as TELEGRAM 1.2 to 1.6 describes it, and no more than that: offsets, confirmation,
 * expiry, and id sequences that begin anew. Contents are unique, so that an update is known by its content.
 */
final class ModelServer {
    /** An update as the server holds it; junk is rendered without a usable id. */
    record Update(int id, String content, boolean junk) {}

    private static final int FUTURE = 10;
    private static final int PAST = 100_000;

    private final Random random;
    private final TreeMap<Integer, Update> queue = new TreeMap<>();
    private int tail;
    private int pushed;

    /** Grows when the ids begin anew: an offset learned before says nothing about them. */
    private int generation;

    /** All that was ever pushed and is not gone by the server's own doing. */
    final Set<String> owed = new HashSet<>();

    /** What the last {@link #get} confirmed, so deleted for good. */
    final List<Update> confirmed = new ArrayList<>();

    ModelServer(Random random) {
        this.random = random;
        this.tail = 2_000_001 + random.nextInt(1_000_000);
    }

    void push(boolean junk) {
        Update update = new Update(tail, (junk ? "junk " : "update ") + pushed++, junk);
        queue.put(tail++, update);
        owed.add(update.content());
    }

    /** @param learnedIn generation in which the offset was learned */
    List<Update> get(OptionalInt offset, int limit, int learnedIn) {
        confirmed.clear();
        int head = queue.isEmpty() ? tail : queue.firstKey();
        int from = offset.orElse(head);
        boolean ahead = from > tail;
        if (from > tail + FUTURE || from < head - PAST) {
            from = head;
            ahead = false;
        }
        Map<Integer, Update> below = queue.headMap(from, false);
        if (learnedIn == generation) {
            assertFalse(ahead, "an offset beyond the tail");
            confirmed.addAll(below.values());
        } else {
            // an offset of other ids hits these by chance: the server deletes them unseen, and nobody can help it
            below.values().forEach(update -> owed.remove(update.content()));
        }
        below.clear();
        return queue.tailMap(from, true).values().stream().limit(limit).toList();
    }

    /** Some queued updates outlive their time. */
    void expireSome() {
        queue.values().removeIf(update -> {
            boolean expired = random.nextInt(3) == 0;
            if (expired) {
                owed.remove(update.content());
            }
            return expired;
        });
    }

    void expireAll() {
        queue.values().forEach(update -> owed.remove(update.content()));
        queue.clear();
    }

    /** A sequence that begins at this id; what is pending is lost with the old one. */
    void restartAt(int id) {
        expireAll();
        generation++;
        tail = Math.max(1, id);
    }

    /** The server forgets that these were confirmed, as one restored from a copy does, and whatever came after. */
    void restore(List<Update> again) {
        expireAll();
        generation++;
        again.forEach(update -> queue.put(update.id(), update));
        tail = queue.lastKey() + 1;
    }

    int tail() {
        return tail;
    }

    int generation() {
        return generation;
    }
}
