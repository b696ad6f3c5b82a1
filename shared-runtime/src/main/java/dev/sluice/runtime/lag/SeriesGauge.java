package dev.sluice.runtime.lag;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A gauge whose series come and go. One that stays is never missing from a scrape, and one that is gone leaves no last value
 * behind. For one thread; a scrape may come at any time.
 */
final class SeriesGauge {
    private final MeterRegistry registry;
    private final String name;
    private final String description;
    private final Map<Tags, Series> series = new HashMap<>();

    private record Series(AtomicLong value, Gauge gauge) {}

    SeriesGauge(MeterRegistry registry, String name, String description) {
        this.registry = registry;
        this.name = name;
        this.description = description;
    }

    /** These series with these values, and no others. */
    void show(Map<Tags, Long> now) {
        series.entrySet().removeIf(known -> {
            boolean gone = !now.containsKey(known.getKey());
            if (gone) {
                registry.remove(known.getValue().gauge());
            }
            return gone;
        });
        now.forEach((tags, value) ->
                series.computeIfAbsent(tags, added -> add(added, value)).value().set(value));
    }

    private Series add(Tags tags, long first) {
        AtomicLong value = new AtomicLong(first);
        Gauge gauge = Gauge.builder(name, value, AtomicLong::get)
                .description(description)
                .tags(tags)
                .register(registry);
        return new Series(value, gauge);
    }
}
