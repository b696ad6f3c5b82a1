package dev.sluice.ingest;

import dev.sluice.ingest.rules.BatchPlan;
import dev.sluice.ingest.rules.BotState;
import dev.sluice.ingest.shard.ShardState;
import dev.sluice.ingest.telegram.BodyBudget;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.model.IngestEvent;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Phase;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;
import dev.sluice.runtime.kafka.WriteFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every metric of the poller, with its labels; names as in Micrometer, so {@code sluice.ingest.updates} is {@code
 * sluice_ingest_updates_total} at {@code /metrics}. Those of single bots are at {@link BotMeters}. Every series whose labels are
 * known is there from the start, with 0, so that the first event is a step and no beginning. Thread-safe.
 */
public final class IngestMetrics {
    public static final int MAX_LABELLED_BOTS = 200;

    private static final String OTHER_PHASE = "other";

    private final MeterRegistry registry;
    private final BotMeters bots;
    private final Map<BotState, AtomicInteger> states = new EnumMap<>(BotState.class);
    private final AtomicInteger botsWithoutToken = new AtomicInteger();
    private final Map<Class<?>, Counter> polls;
    private final Map<String, Counter> failures = new HashMap<>();
    private final AtomicLong lastCommit = new AtomicLong();
    private final AtomicLong lastAnswer = new AtomicLong();
    private final Timer delay;
    private final Timer commit;
    private final DistributionSummary group;
    private final Counter resets;
    private final Counter duplicates;
    private final Counter quarantined;
    private final Counter sessions;

    public IngestMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.bots = new BotMeters(registry);
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
        resets = counter("sluice.ingest.sequence.resets", "times the API ignored our offset");
        duplicates = counter("sluice.ingest.duplicates", "updates left out because they are stored already");
        quarantined = counter("sluice.ingest.quarantined", "elements and updates that went to quarantine");
        polls = kindsOf(PollResult.class)
                .collect(Collectors.toUnmodifiableMap(
                        Function.identity(),
                        kind -> Counter.builder("sluice.ingest.polls")
                                .description("answers to getUpdates by kind")
                                .tag("result", kind.getSimpleName().toLowerCase(Locale.ROOT))
                                .register(registry)));
        registerFailures();
        time(
                "sluice.ingest.last.commit.timestamp",
                "when the last transaction committed; 0 before the first",
                lastCommit);
        time(
                "sluice.ingest.last.answer.timestamp",
                "when any bot's poll was last answered well, be it without updates; 0 before the first",
                lastAnswer);
        sessions = counter("sluice.ingest.takeovers", "times a shard was taken over, the first time included");
    }

    private static Stream<Class<?>> kindsOf(Class<?> type) {
        return type.isSealed()
                ? Stream.of(type.getPermittedSubclasses()).flatMap(IngestMetrics::kindsOf)
                : Stream.of(type);
    }

    /** All combinations, so that the first failure is a step from 0 and no new series. */
    private void registerFailures() {
        Stream.concat(Stream.of(Phase.values()).map(IngestMetrics::lower), Stream.of(OTHER_PHASE))
                .forEach(phase -> Stream.of(Verdict.values())
                        .filter(verdict -> verdict != Verdict.REPEAT_CALL)
                        .forEach(verdict -> failures.put(
                                failure(phase, verdict),
                                Counter.builder("sluice.ingest.transaction.errors")
                                        .description(
                                                "transactions that failed, by where and by what had to be done; phase"
                                                        + " other: the shard was in doubt for another reason")
                                        .tags("phase", phase, "action", lower(verdict))
                                        .register(registry))));
    }

    /** How many shards there are in all, and where those of this process stand, read when asked. */
    public void shards(int all, Supplier<Collection<ShardState>> held) {
        Gauge.builder("sluice.ingest.shards", all, Integer::doubleValue)
                .description("shards in all; those that nobody serves are these less the sum of the owned")
                .strongReference(true)
                .register(registry);
        Gauge.builder("sluice.ingest.shards.owned", held, states -> count(states, ShardState.SERVING))
                .description("shards served by this process")
                .strongReference(true)
                .register(registry);
        for (ShardState state : ShardState.values()) {
            Gauge.builder("sluice.ingest.shards.held", held, states -> count(states, state))
                    .description("shards that the group has given to this process, by where they stand")
                    .tag("state", lower(state))
                    .strongReference(true)
                    .register(registry);
        }
    }

    private static double count(Supplier<Collection<ShardState>> states, ShardState wanted) {
        return states.get().stream().filter(state -> state == wanted).count();
    }

    /** The memory that answers take until they are stored. */
    public void bodies(BodyBudget budget) {
        bytes("sluice.ingest.bodies", "memory of answers that are not stored yet", budget, BodyBudget::usedBytes);
        bytes(
                "sluice.ingest.bodies.max",
                "the most that it may be; then answers wait unread",
                budget,
                BodyBudget::totalBytes);
    }

    private void bytes(String name, String description, BodyBudget budget, ToDoubleFunction<BodyBudget> figure) {
        Gauge.builder(name, budget, figure)
                .description(description)
                .baseUnit("bytes")
                .strongReference(true)
                .register(registry);
    }

    public void tookOver() {
        sessions.increment();
    }

    /** One answer to getUpdates. */
    public void poll(long botId, PollResult result) {
        Objects.requireNonNull(polls.get(result.getClass())).increment();
        if (result instanceof PollResult.Conflict) {
            bots.of(botId).conflicts.increment();
        } else if (!(result instanceof PollResult.Failure)) {
            lastAnswer.set(registry.config().clock().wallTime());
        }
    }

    /** One transaction has committed. */
    public void committed(int records, Duration took) {
        commit.record(took);
        group.record(records);
        lastCommit.set(registry.config().clock().wallTime());
    }

    /** A transaction has failed. */
    public void failed(WriteFailure failure) {
        failed(lower(failure.phase()), failure.verdict());
    }

    /** A session has ended in doubt for another reason than a transaction. */
    public void doubted() {
        failed(OTHER_PHASE, Verdict.REBUILD);
    }

    private void failed(String phase, Verdict verdict) {
        Objects.requireNonNull(failures.get(failure(phase, verdict))).increment();
    }

    private static String failure(String phase, Verdict verdict) {
        return phase + ' ' + lower(verdict);
    }

    /** A batch is stored, {@code took} after its answer was complete. */
    public void stored(long botId, BatchPlan plan, Duration took) {
        BotMeters.Bot bot = bots.of(botId);
        bot.updates.increment(plan.store().size() + (double) plan.tooLarge().size());
        if (plan.write()) {
            delay.record(took);
        }
        duplicates.increment(plan.duplicates());
        quarantined.increment(
                plan.quarantine().size() + (double) plan.tooLarge().size());
        for (IngestEvent event : plan.events()) {
            if (event instanceof IngestEvent.Gap) {
                bot.gaps.increment();
            } else if (event instanceof IngestEvent.SequenceReset) {
                resets.increment();
            }
        }
    }

    /** What getWebhookInfo said of the updates that wait at Telegram. */
    public void pendingUpdates(long botId, int pending) {
        bots.of(botId).pending(botId, pending);
    }

    /** The bot is polled by this process, and is in this state now. */
    public void bot(long botId, BotState state) {
        BotState before = bots.of(botId).is(botId, state);
        if (before != state) {
            count(state).incrementAndGet();
            left(before);
        }
    }

    /** The bot is not polled by this process any more. */
    public void botGone(long botId) {
        left(bots.of(botId).isGone(botId));
    }

    private void left(@Nullable BotState state) {
        if (state != null) {
            count(state).decrementAndGet();
        }
    }

    /** Adds to the number of bots that have a checkpoint in an owned shard but no token here; negative to take back. */
    public void withoutToken(int change) {
        botsWithoutToken.addAndGet(change);
    }

    private AtomicInteger count(BotState state) {
        return Objects.requireNonNull(states.get(state));
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

    private void time(String name, String description, AtomicLong wallMs) {
        Gauge.builder(name, wallMs, at -> at.get() / 1000.0)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
