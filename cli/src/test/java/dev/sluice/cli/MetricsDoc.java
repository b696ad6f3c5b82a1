package dev.sluice.cli;

import dev.sluice.ingest.IngestMetrics;
import dev.sluice.ingest.rules.BotState;
import dev.sluice.ingest.telegram.BodyBudget;
import dev.sluice.model.Sender;
import dev.sluice.outbound.OutboundMetrics;
import dev.sluice.outbound.desk.DeskMetrics;
import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.topology.GateStatus;
import dev.sluice.outbound.topology.LaneAges;
import dev.sluice.outbound.topology.TaskBoard.TaskState;
import dev.sluice.runtime.lag.LagSample;
import dev.sluice.runtime.management.CheckResult;
import dev.sluice.runtime.management.Health;
import dev.sluice.runtime.management.HealthCheck;
import dev.sluice.runtime.management.MetricsRegistry;
import dev.sluice.runtime.management.PoolMeters;
import dev.sluice.runtime.token.TokenStore;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes {@code docs/metrics.md} from the meters that the services register, and what to do from {@link MetricsAdvice}. */
final class MetricsDoc {
    private static final String HEAD = """
            # Metrics

            This page is generated from the meters in the code; a test fails when it is stale. They are at `/metrics` on the
            management port, in Prometheus's text format. No label ever holds a token.

            `bot_id` is a label of its own for up to %d bots; all later ones share the value `other`: there counts are sums, and of
            times and states the largest stands. Each instance shows its own part, so take sums over instances, but for the lag
            below. Counters whose labels are known are there from the start, with 0. Alerts are explained in
            [the runbook](runbook.md).
            """;

    private static final String TABLE = """

            ## %s

            | metric | type | unit | labels | meaning | what to do |
            | --- | --- | --- | --- | --- | --- |
            """;

    private static final String LAG = """

            ## Lag

            Every poller and sender shows the lag of its own groups, and of those that `sluice.metrics.lag-groups` names, every
            10 s. All instances show the same series: take `max by (consumergroup, topic, partition)`, never the sum.

            | the group in that partition | lag |
            | --- | --- |
            | has committed, records follow | the last stable offset less the first record that is left for it; markers between the records behind that one are counted |
            | has committed, only transaction markers, aborted or compacted records follow | 0 |
            | has committed what retention has deleted since | counted from the oldest record that is there |
            | has committed beyond the last stable offset | 0 |
            | records follow in a transaction that is open | not counted until it ends |
            | has been given records within the last half second | these are not counted: somebody is at them |
            | has committed nothing, one of our own groups | counted from the oldest record |
            | has committed nothing, a group that a setting names | no series: where it begins is for its own settings to say |
            | cannot be read | its last lag for 30 s, then no series; `sluice_lag_readable` is 0 |

            Whether there are records is looked at where the lag is at most 10,000 offsets, at most 100 where the group is moving;
            that wants READ of the topic. Without it, markers count. Beyond 1,000 partitions in all, whole topics are summed as
            partition `other`, those of our own groups last.

            The commits of `sluice-ingest` are notes of how far a poller knows its shard's checkpoints: their lag says nothing about
            updates. Whether updates are late is told by `sluice_ingest_delay_seconds` and `sluice_ingest_pending_updates`.
            """;

    private static final String TAIL = """

            ## Of the libraries

            | metrics | of |
            | --- | --- |
            | `kafka_*` | each Kafka client but those of Kafka Streams, with its `client_id`: `kafka_producer_txn_*`, `kafka_consumer_coordinator_*`, `kafka_consumer_fetch_manager_*` and the others of the Kafka documentation |
            | `jvm_*` | memory, garbage collection, threads, classes |
            | `process_*`, `system_*` | CPU, open files, uptime |
            """;

    private MetricsDoc() {}

    static String render() {
        Set<String> shown = new HashSet<>();
        String page = HEAD.formatted(IngestMetrics.MAX_LABELLED_BOTS)
                + TABLE.formatted("Every service")
                + rows(everyService(), shown)
                + LAG
                + TABLE.formatted("ingest")
                + rows(ingest(), shown)
                + TABLE.formatted("send")
                + rows(send(), shown)
                + TABLE.formatted("desk, built into send or alone")
                + rows(desk(), shown)
                + TAIL;
        Set<String> stale = new TreeSet<>(MetricsAdvice.known());
        stale.removeAll(shown);
        if (!stale.isEmpty()) {
            throw new IllegalStateException("advice for metrics that nobody registers: " + stale);
        }
        return page;
    }

    private static MeterRegistry everyService() {
        PrometheusMeterRegistry registry = MetricsRegistry.create("send");
        new Health().bindTo(registry).live(HealthCheck.of("loop", () -> CheckResult.up("turns")));
        TokenStore.ofList("sluice.telegram.tokens", List.of()).bindTo(registry);
        PoolMeters.bind(registry, "send", () -> 0, () -> 0, () -> 0, () -> 0);
        LagSample.show(registry);
        return registry;
    }

    private static MeterRegistry ingest() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        IngestMetrics metrics = new IngestMetrics(registry);
        metrics.bot(1, BotState.POLLING);
        metrics.shards(8, List::of);
        metrics.bodies(new BodyBudget(1));
        return registry;
    }

    private static MeterRegistry send() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        OutboundMetrics metrics = new OutboundMetrics(registry);
        metrics.dispatcher(() -> 0, () -> 0, () -> 0, 12);
        metrics.gate(new NoGate());
        metrics.lane(
                Sender.telegram(1),
                new LaneView(
                        0,
                        0,
                        0,
                        0,
                        OptionalLong.empty(),
                        0,
                        false,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalLong.empty()),
                new LaneAges(0, 0, 0, 0));
        return registry;
    }

    private static MeterRegistry desk() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new DeskMetrics(registry).now(() -> 0, () -> 0);
        return registry;
    }

    /** A row for each metric of ours; those of libraries have lines of their own. */
    private static String rows(MeterRegistry registry, Set<String> shown) {
        Map<String, Meter.Id> byName = new TreeMap<>();
        Map<String, TreeSet<String>> labels = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            String name = nameOf(meter.getId());
            if (name.startsWith("sluice_") || name.startsWith("kafka_consumergroup_") || name.startsWith("logback_")) {
                byName.put(name, meter.getId());
                TreeSet<String> known = labels.computeIfAbsent(name, n -> new TreeSet<>());
                meter.getId().getTags().stream().map(Tag::getKey).forEach(known::add);
            }
        }
        shown.addAll(byName.keySet());
        return byName.entrySet().stream()
                .map(entry ->
                        row(entry.getKey(), entry.getValue(), labels.getOrDefault(entry.getKey(), new TreeSet<>())))
                .collect(Collectors.joining());
    }

    private static String nameOf(Meter.Id id) {
        String name = new PrometheusNamingConvention().name(id.getName(), id.getType(), id.getBaseUnit());
        if (id.getType() == Meter.Type.COUNTER) {
            return name.endsWith("_total") ? name : name + "_total";
        }
        return id.getName().endsWith(".info") && !name.endsWith("_info") ? name + "_info" : name;
    }

    private static String row(String name, Meter.Id id, TreeSet<String> labels) {
        String shownLabels = labels.isEmpty()
                ? "-"
                : labels.stream().map(label -> "`" + label + "`").collect(Collectors.joining(", "));
        String type = switch (id.getType()) {
            case TIMER -> "histogram";
            case DISTRIBUTION_SUMMARY -> "summary";
            default -> id.getType().name().toLowerCase(Locale.ROOT);
        };
        String unit = name.matches(".*_seconds(_total)?") ? "seconds" : name.endsWith("_bytes") ? "bytes" : "-";
        return "| `" + name + "` | " + type + " | " + unit + " | " + shownLabels + " | " + id.getDescription() + " | "
                + MetricsAdvice.of(name) + " |\n";
    }

    private static final class NoGate implements GateStatus {
        @Override
        public Optional<String> streamsState() {
            return Optional.empty();
        }

        @Override
        public long tasks(TaskState state) {
            return 0;
        }

        @Override
        public long restoreRemaining(String store) {
            return 0;
        }

        @Override
        public long restored(String store) {
            return 0;
        }

        @Override
        public double committingSeconds() {
            return 0;
        }
    }
}
