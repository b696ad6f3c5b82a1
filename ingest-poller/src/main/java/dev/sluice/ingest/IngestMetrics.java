package dev.sluice.ingest;

import dev.sluice.ingest.rules.BatchPlan;
import dev.sluice.ingest.rules.BotState;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.model.IngestEvent;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;

/**
 * Every metric of the poller, with its labels; names as in Micrometer, so {@code sluice.ingest.updates} is {@code
 * sluice_ingest_updates_total} at {@code /metrics}.
 *
 * <p>The label {@code bot_id} is the bot's id (never its token) while at most {@link #MAX_LABELLED_BOTS} bots have been
 * seen; all later ones share the value {@code other}, so that 10,000 bots do not make 10,000 series (CONTRACT, Metrics).
 */
public final class IngestMetrics {
    public static final int MAX_LABELLED_BOTS = 200;

    private final MeterRegistry registry;
    private final Map<Long, BotMeters> bots = new ConcurrentHashMap<>();
    private final BotMeters other;
    private final Map<BotState, AtomicInteger> states = new EnumMap<>(BotState.class);
    private final AtomicInteger botsWithoutToken = new AtomicInteger();
    private final Map<Class<?>, Counter> polls = new ConcurrentHashMap<>();
    private final Timer delay;
    private final Timer commit;
    private final DistributionSummary group;
    private final Counter conflicts;
    private final Counter gaps;
    private final Counter resets;
    private final Counter duplicates;
    private final Counter quarantined;
    private final Counter sessions;

    public IngestMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.other = new BotMeters(registry, "other");
        for (BotState state : BotState.values()) {
            AtomicInteger count = new AtomicInteger();
            states.put(state, count);
            gauge("sluice.ingest.bots", "bots of the owned shards by state", Tags.of("state", lower(state)), count);
        }
        gauge(
                "sluice.ingest.bots",
                "bots of the owned shards by state",
                Tags.of("state", "no_token"),
                botsWithoutToken);
        delay = histogram("sluice.ingest.delay", "from the complete answer of getUpdates to its commit");
        commit = histogram("sluice.ingest.commit", "one transaction, from its first record to the commit");
        group = DistributionSummary.builder("sluice.ingest.group.records")
                .description("records in one transaction")
                .register(registry);
        conflicts = counter("sluice.ingest.conflicts", "409 answers: somebody else polls the bot, or a webhook is set");
        gaps = counter("sluice.ingest.gaps", "events of possible gaps in the update ids or in the time of polling");
        resets = counter("sluice.ingest.sequence.resets", "times the API ignored our offset");
        duplicates = counter("sluice.ingest.duplicates", "updates left out because they are stored already");
        quarantined = counter("sluice.ingest.quarantined", "elements and updates that went to quarantine");
        sessions = counter("sluice.ingest.takeovers", "times a shard was taken over, the first time included");
    }

    /** How many shards this process serves, read when asked. */
    public void shardsOwned(IntSupplier owned) {
        Gauge.builder("sluice.ingest.shards.owned", owned, IntSupplier::getAsInt)
                .description("shards served by this process")
                .strongReference(true)
                .register(registry);
    }

    public void tookOver() {
        sessions.increment();
    }

    /** One answer to getUpdates. */
    public void poll(PollResult result) {
        polls.computeIfAbsent(
                        result.getClass(),
                        kind -> Counter.builder("sluice.ingest.polls")
                                .description("answers to getUpdates by kind")
                                .tag("result", kind.getSimpleName().toLowerCase(Locale.ROOT))
                                .register(registry))
                .increment();
        if (result instanceof PollResult.Conflict) {
            conflicts.increment();
        }
    }

    /** One transaction has committed. */
    public void committed(int records, Duration took) {
        commit.record(took);
        group.record(records);
    }

    /** A batch is stored, {@code took} after its answer was complete. */
    public void stored(long botId, BatchPlan plan, Duration took) {
        of(botId)
                .updates
                .increment(plan.store().size() + (double) plan.tooLarge().size());
        if (plan.write()) {
            delay.record(took);
        }
        duplicates.increment(plan.duplicates());
        quarantined.increment(
                plan.quarantine().size() + (double) plan.tooLarge().size());
        for (IngestEvent event : plan.events()) {
            if (event instanceof IngestEvent.Gap) {
                gaps.increment();
            } else if (event instanceof IngestEvent.SequenceReset) {
                resets.increment();
            }
        }
    }

    /** What getWebhookInfo said of the updates that wait at Telegram. Bots without a label of their own are summed. */
    public void pendingUpdates(long botId, int pending) {
        BotMeters meters = of(botId);
        if (meters == other) {
            meters.pendingOf.put(botId, (long) pending);
            meters.pending.set(meters.pendingOf.values().stream()
                    .mapToLong(Long::longValue)
                    .sum());
        } else {
            meters.pending.set(pending);
        }
    }

    public void entered(BotState state) {
        count(state).incrementAndGet();
    }

    public void left(BotState state) {
        count(state).decrementAndGet();
    }

    /** Adds to the number of bots that have a checkpoint in an owned shard but no token here; negative to take back. */
    public void withoutToken(int change) {
        botsWithoutToken.addAndGet(change);
    }

    private AtomicInteger count(BotState state) {
        return Objects.requireNonNull(states.get(state));
    }

    private BotMeters of(long botId) {
        BotMeters known = bots.get(botId);
        if (known != null) {
            return known;
        }
        // Two threads may both pass the check at the limit; a few series more do no harm.
        return bots.size() < MAX_LABELLED_BOTS
                ? bots.computeIfAbsent(botId, id -> new BotMeters(registry, Long.toString(id)))
                : other;
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }

    private void gauge(String name, String description, Tags tags, AtomicInteger value) {
        ToDoubleFunction<AtomicInteger> read = AtomicInteger::get;
        Gauge.builder(name, value, read).description(description).tags(tags).register(registry);
    }

    private Timer histogram(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
    }

    private static String lower(BotState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static final class BotMeters {
        final Counter updates;
        final AtomicLong pending = new AtomicLong();
        final Map<Long, Long> pendingOf = new ConcurrentHashMap<>();

        BotMeters(MeterRegistry registry, String label) {
            Tags tags = Tags.of("bot_id", label);
            updates = Counter.builder("sluice.ingest.updates")
                    .description("updates stored")
                    .tags(tags)
                    .register(registry);
            Gauge.builder("sluice.ingest.pending.updates", pending, AtomicLong::get)
                    .description("updates that wait at Telegram for delivery; not an outbound queue (R128)")
                    .tags(tags)
                    .register(registry);
        }
    }
}
