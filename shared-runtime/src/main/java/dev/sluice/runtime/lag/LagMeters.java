package dev.sluice.runtime.lag;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The metrics of the lag: {@code kafka_consumergroup_*} as public dashboards expect them, and {@code sluice_lag_*} about the
 * reading itself. For one thread; a scrape may come at any time.
 */
final class LagMeters {
    /** Of {@code kafka_consumergroup_lag}, and as many again of the offset: 2,000 in all. */
    static final int MAX_SERIES = 1_000;

    private static final String GROUP = "consumergroup";

    private final SeriesGauge lag;
    private final SeriesGauge offset;
    private final SeriesGauge members;
    private final Map<String, Reading> readings = new HashMap<>();

    private record Reading(AtomicBoolean readable, Map<LagFailure, Counter> failures) {}

    LagMeters(MeterRegistry registry, List<String> groups) {
        lag = new SeriesGauge(
                registry,
                "kafka.consumergroup.lag",
                "records between what the group has committed and the last stable offset; 0 when only transaction markers"
                        + " and other holes are left. Every instance shows the whole group: take the maximum, not the sum");
        offset = new SeriesGauge(
                registry,
                "kafka.consumergroup.current.offset",
                "what the group has committed; absent without a commit");
        members = new SeriesGauge(registry, "kafka.consumergroup.members", "members of the group");
        groups.forEach(group -> readings.put(group, reading(registry, Tags.of(GROUP, group))));
    }

    private static Reading reading(MeterRegistry registry, Tags tags) {
        AtomicBoolean readable = new AtomicBoolean();
        Gauge.builder("sluice.lag.readable", readable, value -> value.get() ? 1 : 0)
                .description("1 when all of the group's lag could be read the last time")
                .tags(tags)
                .register(registry);
        Map<LagFailure, Counter> failures = new EnumMap<>(LagFailure.class);
        for (LagFailure reason : LagFailure.values()) {
            failures.put(
                    reason,
                    Counter.builder("sluice.lag.failures")
                            .description("times the group's lag, or a part of it, could not be read")
                            .tags(tags.and("reason", reason.word()))
                            .register(registry));
        }
        return new Reading(readable, failures);
    }

    void lags(List<LagRow> rows) {
        Map<Tags, Long> lags = new HashMap<>();
        Map<Tags, Long> offsets = new HashMap<>();
        for (LagRow row : rows) {
            Tags tags = Tags.of(GROUP, row.group(), "topic", row.topic(), "partition", row.partition());
            lags.put(tags, row.lag());
            row.offset().ifPresent(committed -> offsets.put(tags, committed));
        }
        lag.show(lags);
        offset.show(offsets);
    }

    /** @param counts by group; empty for one that could not be read */
    void members(Map<String, OptionalInt> counts) {
        Map<Tags, Long> shown = new HashMap<>();
        counts.forEach((group, count) -> count.ifPresent(number -> shown.put(Tags.of(GROUP, group), (long) number)));
        members.show(shown);
    }

    void read(String group) {
        of(group).readable().set(true);
    }

    void failed(String group, LagFailure reason) {
        Reading reading = of(group);
        reading.readable().set(false);
        Objects.requireNonNull(reading.failures().get(reason)).increment();
    }

    private Reading of(String group) {
        return Objects.requireNonNull(readings.get(group), "a group that is not watched");
    }
}
