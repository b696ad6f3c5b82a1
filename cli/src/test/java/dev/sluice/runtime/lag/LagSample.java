package dev.sluice.runtime.lag;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** One group in one partition, so that {@code docs/metrics.md} knows the series, which come with the first round only. */
public final class LagSample {
    private LagSample() {}

    public static void show(MeterRegistry registry) {
        LagMeters meters = new LagMeters(registry, List.of("group"));
        meters.lags(List.of(new LagRow("group", "topic", "0", 0, OptionalLong.of(0))));
        meters.members(Map.of("group", OptionalInt.of(1)));
    }
}
