package dev.sluice.ingest.shard;

import dev.sluice.ingest.rules.BotProgress;
import dev.sluice.ingest.rules.RetryPolicy;
import dev.sluice.model.Partitions;
import dev.sluice.runtime.secret.Secret;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bots of one session: those that hash to the shard and whose token is known, and how far each has come. Used by the
 * owner thread alone.
 */
final class ShardBots implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ShardBots.class);

    /** First polls of a shard leave this far apart, so that 10,000 bots do not connect in one instant (case E6). */
    private static final Duration FIRST_POLL_SPACING = Duration.ofMillis(4);

    private final ShardContext context;
    private final Takeover takeover;
    private final @Nullable Instant lastServed;
    private final Timers timers;
    private final Map<Long, BotLoop> bots = new HashMap<>();
    private final Map<Long, BotLoop> view = Collections.unmodifiableMap(bots);

    /** How far each bot has come in this session, also of bots whose token came and went. */
    private final Map<Long, BotProgress> progress = new HashMap<>();

    /** The last snapshot taken in; null before the first, which may be empty and counts all the same. */
    private @Nullable Map<Long, Secret> tokens;

    private int withoutToken;

    /**
     * @param lastServed when the shard was last served by anybody; null if unknown
     * @param timers where the first poll of a bot waits
     */
    ShardBots(ShardContext context, Takeover takeover, @Nullable Instant lastServed, Timers timers) {
        this.context = context;
        this.takeover = takeover;
        this.lastServed = lastServed;
        this.timers = timers;
    }

    /** Takes in the tokens as they are now: bots come, go, and begin anew with another token. */
    void setTokens(Map<Long, Secret> all) {
        if (all == tokens) {
            return; // a change that this session began with, or that came together with an earlier one
        }
        tokens = all;
        bots.values().removeIf(bot -> {
            boolean gone = !all.containsKey(bot.botId);
            if (gone) {
                log.info("bot {}: its token is gone, so it is released; its checkpoint stays", bot.botId);
                release(bot);
            }
            return gone;
        });
        int added = 0;
        for (Map.Entry<Long, Secret> entry : all.entrySet()) {
            if (Partitions.forBot(entry.getKey(), context.shards()) == context.shard()) {
                added += setToken(entry.getKey(), entry.getValue(), FIRST_POLL_SPACING.multipliedBy(added)) ? 1 : 0;
            }
        }
        int without = Math.toIntExact(takeover.checkpoints().keySet().stream()
                .filter(botId -> !bots.containsKey(botId))
                .count());
        context.metrics().withoutToken(without - withoutToken);
        withoutToken = without;
    }

    /** True when the bot is new. */
    private boolean setToken(long botId, Secret token, Duration firstPoll) {
        BotLoop known = bots.get(botId);
        if (known == null) {
            add(botId, token, firstPoll);
            return true;
        }
        if (!known.token.equals(token)) {
            log.info("bot {}: its token has changed", botId);
            release(known);
            add(botId, token, RetryPolicy.SHORTEST);
        }
        return false;
    }

    private void add(long botId, Secret token, Duration firstPoll) {
        BotLoop bot = new BotLoop(botId, token, progress.getOrDefault(botId, takeover.progressOf(botId)), lastServed);
        bots.put(botId, bot);
        context.metrics().bot(botId, bot.standing.state());
        timers.set(bot, System.nanoTime() + firstPoll.toNanos());
    }

    /** Ends the bot's call. A batch of it that waits for the commit is still stored: it came while the bot was ours. */
    private void release(BotLoop bot) {
        bot.cancelCall();
        timers.clear(bot);
        context.metrics().botGone(bot.botId);
    }

    /** A batch of the bot is stored; its next poll goes on from there. */
    void progressed(long botId, BotProgress next) {
        progress.put(botId, next);
        BotLoop current = bots.get(botId);
        if (current != null) {
            // Perhaps not the object that got the batch: the token may have changed while it waited for the commit. The
            // new one's first poll has not left yet.
            current.progress = next;
        }
    }

    /** False when the bot has been released since, or has begun anew with another token. */
    boolean isCurrent(BotLoop bot) {
        return bots.get(bot.botId) == bot;
    }

    /** The bots by id, as they are at any time; read only. */
    Map<Long, BotLoop> byId() {
        return view;
    }

    /** Ends the calls of all bots, which stay. */
    void cancelCalls() {
        bots.values().forEach(BotLoop::cancelCall);
    }

    /** Releases all. */
    @Override
    public void close() {
        bots.values().forEach(this::release);
        bots.clear();
        context.metrics().withoutToken(-withoutToken);
    }
}
