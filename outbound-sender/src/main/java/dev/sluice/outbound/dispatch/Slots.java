package dev.sluice.outbound.dispatch;

import dev.sluice.model.Sender;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many calls are open, in all and per sender, and how many more may be. Taken by the dispatch loop, freed by any thread. */
final class Slots {
    private final int total;
    private final int perSender;
    private final AtomicInteger used = new AtomicInteger();
    private final Map<Sender, Integer> bySender = new ConcurrentHashMap<>();

    Slots(int total, int perSender) {
        this.total = total;
        this.perSender = perSender;
    }

    int free() {
        return Math.max(0, total - used.get());
    }

    int used() {
        return used.get();
    }

    boolean hasRoom(Sender sender) {
        return bySender.getOrDefault(sender, 0) < perSender;
    }

    void take(Sender sender) {
        used.incrementAndGet();
        bySender.merge(sender, 1, Integer::sum);
    }

    void release(Sender sender) {
        bySender.computeIfPresent(sender, (key, open) -> open > 1 ? open - 1 : null);
        used.decrementAndGet();
    }
}
