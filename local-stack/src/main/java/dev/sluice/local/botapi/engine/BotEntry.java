package dev.sluice.local.botapi.engine;

import dev.sluice.local.botapi.core.ConflictThrottle;
import dev.sluice.local.botapi.core.IdRanges;
import dev.sluice.local.botapi.core.Moment;
import dev.sluice.local.botapi.core.Pushed;
import dev.sluice.local.botapi.core.SimulatedBot;
import dev.sluice.local.botapi.core.UpdateBytes;
import dev.sluice.local.botapi.ledger.BotLedger;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** One bot with its ledger. Guarded by itself. */
public final class BotEntry {

    private final long botId;
    private final SimulatedBot bot;
    private final BotLedger ledger;
    private final ConflictThrottle storm = new ConflictThrottle();
    private @Nullable Refill refill;

    /**
     * Times for which wake-ups are under way. A long poll that is answered early leaves its wake-up behind, and the next
     * long poll makes do with it: so there are never more than a few, however often the bot polls.
     */
    private final PriorityQueue<Long> scheduled = new PriorityQueue<>(2);

    BotEntry(long botId, SimulatedBot bot, BotLedger ledger) {
        this.botId = botId;
        this.bot = bot;
        this.ledger = ledger;
    }

    public long botId() {
        return botId;
    }

    public SimulatedBot bot() {
        return bot;
    }

    public BotLedger ledger() {
        return ledger;
    }

    ConflictThrottle storm() {
        return storm;
    }

    void refill(@Nullable Refill plan) {
        refill = plan;
    }

    /** Offers an update and notes what became of it. */
    Pushed push(String kind, UpdateBytes bytes, OptionalLong date, Moment now) {
        Pushed pushed = bot.push(kind, bytes, date, now);
        ledger.pushed(pushed, kind, bytes, now.nanos());
        return pushed;
    }

    void topUp(Moment now) {
        if (refill != null) {
            refill.topUp(this, now);
        }
    }

    void collectGarbage(Moment now) {
        ledger.expired(bot.queue().collectGarbage(now.unixSeconds()));
    }

    /** Starts a new id sequence; 0: at random. */
    void restartSequence(int nextId) {
        IdRanges lost = nextId == 0 ? bot.queue().move() : bot.queue().restartAt(nextId);
        ledger.dropped(lost);
    }

    /** The time to schedule a wake-up for, or {@link SimulatedBot#NEVER} when an earlier one is under way. */
    long claimWakeUp() {
        long wanted = bot.wakeAt();
        Long earliest = scheduled.peek();
        if (wanted == SimulatedBot.NEVER || (earliest != null && earliest <= wanted)) {
            return SimulatedBot.NEVER;
        }
        scheduled.add(wanted);
        return wanted;
    }

    void wokenUp(Moment now) {
        for (Long at = scheduled.peek(); at != null && at <= now.nanos(); at = scheduled.peek()) {
            scheduled.remove();
        }
        bot.timer(now);
    }
}
