package dev.sluice.cli;

import dev.sluice.ingest.IngestMetrics;
import dev.sluice.ingest.telegram.PollResult;
import dev.sluice.model.ResultClass;
import dev.sluice.outbound.OutboundMetrics;
import dev.sluice.outbound.desk.DeskMetrics;
import dev.sluice.outbound.wire.ReturnReason;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusNamingConvention;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes {@code docs/metrics.md} from the meters that the services register. */
final class MetricsDoc {
    private static final String HEAD = """
            # Metrics

            This page is generated from the meters in the code; a test fails when it is stale. They are at `/metrics` on the
            management port, in Prometheus's text format. No label ever holds a token.

            `bot_id` is a label of its own for up to %d bots; all later ones share the value `other`.
            """;

    private static final String TABLE = """

            ## %s

            | metric | type | labels | meaning |
            | --- | --- | --- | --- |
            """;

    private static final String TAIL = """

            ## Every service

            | metrics | of |
            | --- | --- |
            | `kafka_*` | each Kafka client, with its `client_id`: `kafka_producer_txn_*`, `kafka_consumer_coordinator_*`, `kafka_consumer_fetch_manager_*` and the others of the Kafka documentation |
            | `jvm_*` | memory, garbage collection, threads, classes |
            | `process_*`, `system_*` | CPU, open files, uptime |
            """;

    private MetricsDoc() {}

    static String render() {
        PrometheusMeterRegistry ingest = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        IngestMetrics polling = new IngestMetrics(ingest);
        polling.shardsOwned(() -> 0);
        polling.poll(new PollResult.Empty(Duration.ZERO)); // its counter is made at the first answer of each kind
        PrometheusMeterRegistry send = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        OutboundMetrics sending = new OutboundMetrics(send);
        sending.dispatcher(() -> 0, () -> 0, () -> 0);
        sending.deadLetter("not_json");
        sending.result(ResultClass.SENT);
        sending.returned(ReturnReason.LEASE);
        PrometheusMeterRegistry desk = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new DeskMetrics(desk).now(() -> 0, () -> 0);
        return HEAD.formatted(IngestMetrics.MAX_LABELLED_BOTS)
                + TABLE.formatted("ingest")
                + rows(ingest)
                + TABLE.formatted("send")
                + rows(send)
                + TABLE.formatted("desk, built into send or alone")
                + rows(desk)
                + TAIL;
    }

    private static String rows(PrometheusMeterRegistry registry) {
        Map<String, Meter.Id> byName = new TreeMap<>();
        Map<String, TreeSet<String>> labels = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            Meter.Id id = meter.getId();
            String name = new PrometheusNamingConvention().name(id.getName(), id.getType(), id.getBaseUnit())
                    + (id.getType() == Meter.Type.COUNTER ? "_total" : "");
            byName.put(name, id);
            TreeSet<String> known = labels.computeIfAbsent(name, n -> new TreeSet<>());
            id.getTags().stream().map(Tag::getKey).forEach(known::add);
        }
        return byName.entrySet().stream()
                .map(entry ->
                        row(entry.getKey(), entry.getValue(), labels.getOrDefault(entry.getKey(), new TreeSet<>())))
                .collect(Collectors.joining());
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
        return "| `" + name + "` | " + type + " | " + shownLabels + " | " + id.getDescription() + " |\n";
    }
}
