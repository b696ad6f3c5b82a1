package dev.sluice.runtime.management;

import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.secret.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
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

    /** Without checks yet, and not ready before {@link #become}. */
    public Health() {
        ready(HealthCheck.of("lifecycle", this::lifecycle));
    }

    /** Adds a check to {@code /healthy}. */
    public Health live(HealthCheck check) {
        live.add(check);
        return this;
    }

    /** Adds a check to {@code /ready}. */
    public Health ready(HealthCheck check) {
        ready.add(check);
        return this;
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
