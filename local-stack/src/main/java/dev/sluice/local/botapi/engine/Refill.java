package dev.sluice.local.botapi.engine;

import dev.sluice.local.botapi.core.Moment;
import dev.sluice.local.botapi.core.UpdateBytes;
import java.util.List;
import java.util.OptionalLong;

/** Keeps queues from running dry: before each call they are topped up from a few shared updates. For benchmarks. */
final class Refill {

    private static final String KIND = "message";

    private final List<UpdateBytes> pool;
    private final int level;
    private int next;

    /**
     * @param level number of pending updates to keep, confirmed ones that nobody has deleted yet included
     */
    Refill(List<UpdateBytes> pool, int level) {
        this.pool = List.copyOf(pool);
        this.level = level;
    }

    void topUp(BotEntry entry, Moment now) {
        for (int missing = level - entry.bot().queue().size(); missing > 0; missing--) {
            // Which of the shared updates comes next does not matter, so no lock.
            next = (next + 1) % pool.size();
            entry.push(KIND, pool.get(next), OptionalLong.empty(), now);
        }
    }
}
