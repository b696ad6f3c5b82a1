package dev.sluice.runtime.management;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;

/** The metrics of a pool of HTTP connections, read when asked. */
public final class PoolMeters {
    private PoolMeters() {}

    /**
     * Adds a pool.
     *
     * @param pool its name, a label
     * @param leased connections with a call on them
     * @param idle open connections without one
     * @param pending calls that wait for a connection
     * @param max connections that there may be
     */
    public static void bind(
            MeterRegistry registry,
            String pool,
            IntSupplier leased,
            IntSupplier idle,
            IntSupplier pending,
            IntSupplier max) {
        gauge(registry, pool, "leased", "HTTP connections with a call on them", leased);
        gauge(registry, pool, "idle", "open HTTP connections without a call", idle);
        gauge(registry, pool, "pending", "calls that wait for an HTTP connection", pending);
        gauge(registry, pool, "max", "HTTP connections that there may be", max);
    }

    private static void gauge(MeterRegistry registry, String pool, String what, String description, IntSupplier value) {
        Gauge.builder("sluice.http.pool." + what, value, IntSupplier::getAsInt)
                .description(description)
                .tag("pool", pool)
                .strongReference(true)
                .register(registry);
    }
}
