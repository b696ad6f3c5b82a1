package dev.sluice.runtime.management;

import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.secret.Redactor;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks of a service. Live: its loops run; nothing about Kafka or Telegram, which a restart would not mend. Ready: it
 * is running and does its work (CONTRACT "Process"). Thread-safe.
 */
public final class Health {
    private static final Logger log = LoggerFactory.getLogger(Health.class);

    private final List<HealthCheck> live = new CopyOnWriteArrayList<>();
    private final List<HealthCheck> ready = new CopyOnWriteArrayList<>();
    private volatile LifecycleState state = LifecycleState.NEW;
    private volatile @Nullable MeterRegistry meters;

    /** Without checks yet, and not ready before {@link #become}. */
    public Health() {
        ready(HealthCheck.of("lifecycle", this::lifecycle));
    }

    /** Shows what {@code /healthy} and {@code /ready} would answer as metrics, with the checks there are and those to come. */
    public Health bindTo(MeterRegistry registry) {
        meters = registry;
        gauge(
                registry,
                "sluice.healthy",
                "1 when /healthy answers 200",
                Tags.empty(),
                () -> liveness().isUp());
        gauge(
                registry,
                "sluice.ready",
                "1 when /ready answers 200",
                Tags.empty(),
                () -> readiness().isUp());
        live.forEach(check -> show("healthy", check));
        ready.forEach(check -> show("ready", check));
        return this;
    }

    /** Adds a check to {@code /healthy}. */
    public Health live(HealthCheck check) {
        live.add(check);
        show("healthy", check);
        return this;
    }

    /** Adds a check to {@code /ready}. */
    public Health ready(HealthCheck check) {
        ready.add(check);
        show("ready", check);
        return this;
    }

    private void show(String probe, HealthCheck check) {
        MeterRegistry registry = meters;
        if (registry != null) {
            gauge(
                    registry,
                    "sluice.check.up",
                    "1 when a check of /healthy or /ready passes",
                    Tags.of("probe", probe, "check", check.name()),
                    () -> result(check).up());
        }
    }

    private static void gauge(
            MeterRegistry registry, String name, String description, Tags tags, BooleanSupplier passes) {
        Gauge.builder(name, passes, each -> each.getAsBoolean() ? 1 : 0)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** Tells where the service is in its life: it can be ready while RUNNING only, and a drain begins by leaving that. */
    public void become(LifecycleState next) {
        state = next;
    }

    Report liveness() {
        return report(live);
    }

    Report readiness() {
        return report(ready);
    }

    private CheckResult lifecycle() {
        LifecycleState now = state;
        return CheckResult.of(now == LifecycleState.RUNNING, now.name().toLowerCase(Locale.ROOT));
    }

    private static Report report(List<HealthCheck> checks) {
        List<Row> rows = new ArrayList<>();
        boolean up = true;
        for (HealthCheck check : checks) {
            CheckResult result = result(check);
            up &= result.up();
            rows.add(new Row(check.name(), word(result.up()), Redactor.redact(result.detail())));
        }
        return new Report(word(up), rows);
    }

    private static CheckResult result(HealthCheck check) {
        try {
            return check.check();
        } catch (RuntimeException e) {
            log.warn("health check {} failed", check.name(), e);
            return CheckResult.down("the check itself failed");
        }
    }

    private static String word(boolean up) {
        return up ? "up" : "down";
    }

    /** The body of an answer. */
    record Report(String status, List<Row> checks) {
        boolean isUp() {
            return status.equals("up");
        }
    }

    /** One check in it. */
    record Row(String name, String status, String detail) {}
}
