package dev.sluice.ingest;

import dev.sluice.ingest.rules.BotState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of single bots. The label {@code bot_id} is the bot's id (never its token) while at most {@link
 * IngestMetrics#MAX_LABELLED_BOTS} bots have been seen; all later ones share the value {@code other}, so that 10,000 bots do not
 * make 10,000 series (CONTRACT, Metrics). Thread-safe.
 */
final class BotMeters {
    private final MeterRegistry registry;
    private final Map<Long, Bot> bots = new ConcurrentHashMap<>();
    private final Bot other;

    BotMeters(MeterRegistry registry) {
        this.registry = registry;
        other = new Bot("other");
    }

    Bot of(long botId) {
        Bot known = bots.get(botId);
        if (known != null) {
            return known;
        }
        // Two threads may both pass the check at the limit; a few series more do no harm.
        return bots.size() < IngestMetrics.MAX_LABELLED_BOTS
                ? bots.computeIfAbsent(botId, id -> new Bot(Long.toString(id)))
                : other;
    }

    /** How a bot stands now. */
    private static final class Standing {
        BotState state = BotState.POLLING;
        long inTroubleSinceNanos;
        int pending;
    }

    /** One value of the label: a bot, or all that have none of their own. */
    final class Bot {
        final Counter updates;
        final Counter conflicts;
        final Counter gaps;
        private final Tags tags;

        /** Guarded by this, as all below: several shards have bots under {@code other}. */
        private final Map<Long, Standing> standings = new HashMap<>();

        /** While a bot is here. With its owner its figures move to another process, and must not stay here as well. */
        private final List<Meter> gauges = new ArrayList<>();

        private Bot(String label) {
            tags = Tags.of("bot_id", label);
            updates = counter("sluice.ingest.updates", "updates stored");
            conflicts =
                    counter("sluice.ingest.conflicts", "409 answers: somebody else polls the bot, or a webhook is set");
            gaps = counter("sluice.ingest.gaps", "events of possible gaps in the update ids or in the time of polling");
        }

        /** The bot is here, in this state. Returns the one that it was in; null if it is new here. */
        synchronized @Nullable BotState is(long botId, BotState state) {
            Standing standing = standings.get(botId);
            BotState before = standing == null ? null : standing.state;
            if (standing == null) {
                standing = new Standing();
                standings.put(botId, standing);
                addGauges();
            }
            if (state != BotState.POLLING && standing.state == BotState.POLLING) {
                standing.inTroubleSinceNanos = System.nanoTime();
            }
            standing.state = state;
            return before;
        }

        /** It is not here any more. Returns the state that it was in; null if it was not here. */
        synchronized @Nullable BotState isGone(long botId) {
            Standing standing = standings.remove(botId);
            if (standings.isEmpty()) {
                gauges.forEach(registry::remove);
                gauges.clear();
            }
            return standing == null ? null : standing.state;
        }

        synchronized void pending(long botId, int pending) {
            Standing standing = standings.get(botId);
            if (standing != null) {
                standing.pending = pending;
            }
        }

        private void addGauges() {
            if (!gauges.isEmpty()) {
                return;
            }
            gauges.add(Gauge.builder("sluice.ingest.pending.updates", this, Bot::pending)
                    .description("updates that wait at Telegram for delivery; not an outbound queue (R128)")
                    .tags(tags)
                    .register(registry));
            gauges.add(Gauge.builder("sluice.ingest.bot.state", this, bot -> bot.largest(s -> s.state.ordinal()))
                    .description(
                            "what the bot's loop does: 0 polling, 1 backoff, 2 conflict, 3 webhook, 4 parked; under"
                                    + " other the worst")
                    .tags(tags)
                    .register(registry));
            gauges.add(Gauge.builder("sluice.ingest.trouble", this, bot -> bot.largest(Bot::troubleSeconds))
                    .description(
                            "how long the bot's polls have failed; 0 while they are answered; under other the longest")
                    .baseUnit("seconds")
                    .tags(tags)
                    .register(registry));
        }

        private synchronized double pending() {
            return standings.values().stream().mapToLong(s -> s.pending).sum();
        }

        private synchronized double largest(ToDoubleFunction<Standing> figure) {
            return standings.values().stream().mapToDouble(figure).max().orElse(0);
        }

        private static double troubleSeconds(Standing standing) {
            return standing.state == BotState.POLLING
                    ? 0
                    : TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - standing.inTroubleSinceNanos) / 1000.0;
        }

        private Counter counter(String name, String description) {
            return Counter.builder(name).description(description).tags(tags).register(registry);
        }
    }
}
