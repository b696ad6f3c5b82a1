package dev.sluice.runtime.management;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.lifecycle.LifecycleState;
import dev.sluice.runtime.token.TokenStore;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What a scrape of any service shows. */
class ServiceMetricsTest {
    private final PrometheusMeterRegistry registry = MetricsRegistry.create("send");

    @AfterEach
    void close() {
        registry.close();
    }

    @Test
    void whatRunsIsNamed() {
        String line = lines().stream()
                .filter(each -> each.startsWith("sluice_build_info{"))
                .findFirst()
                .orElseThrow();

        assertTrue(line.contains("service=\"send\""), line);
        assertTrue(line.contains("java=\"" + Runtime.version() + "\""), line);
        assertFalse(line.contains("project.version"), "the build has put the version in: " + line);
    }

    @Test
    void theProbesAreMetricsToo() {
        AtomicBoolean up = new AtomicBoolean();
        Health health = new Health().ready(HealthCheck.of("before", () -> CheckResult.up("fine")));
        health.bindTo(registry).live(HealthCheck.of("after", () -> CheckResult.of(up.get(), "a loop")));
        assertHas("sluice_ready 0.0");
        assertHas("sluice_healthy 0.0");
        assertHas("sluice_check_up{check=\"before\",probe=\"ready\"} 1.0");
        assertHas("sluice_check_up{check=\"lifecycle\",probe=\"ready\"} 0.0");
        assertHas("sluice_check_up{check=\"after\",probe=\"healthy\"} 0.0");

        health.become(LifecycleState.RUNNING);
        up.set(true);

        assertHas("sluice_ready 1.0");
        assertHas("sluice_healthy 1.0");
        assertHas("sluice_check_up{check=\"after\",probe=\"healthy\"} 1.0");
    }

    @Test
    void tokensAndFilesThatHoldNoneAreCounted(@TempDir Path dir) throws Exception {
        Files.writeString(dir.resolve("good"), "110001:SIMULATED-token-of-bot-110001-xxxxxx");
        Files.writeString(dir.resolve("bad"), "no token");
        try (TokenStore tokens = TokenStore.ofDirectory("sluice.telegram.token-dir", dir, Clock.systemUTC())) {
            tokens.bindTo(registry);

            assertHas("sluice_tokens 1.0");
            assertHas("sluice_token_files_bad 1.0");
        }
    }

    @Test
    void errorsInTheLogAreCountedFromZero() {
        assertHas("logback_events_total{level=\"error\"} 0.0");

        LoggerFactory.getLogger(ServiceMetricsTest.class).error("planted by a test");

        assertHas("logback_events_total{level=\"error\"} 1.0");
    }

    @Test
    void aPoolShowsItsFourFigures() {
        PoolMeters.bind(registry, "send", () -> 1, () -> 2, () -> 3, () -> 4);

        assertHas("sluice_http_pool_leased{pool=\"send\"} 1.0");
        assertHas("sluice_http_pool_idle{pool=\"send\"} 2.0");
        assertHas("sluice_http_pool_pending{pool=\"send\"} 3.0");
        assertHas("sluice_http_pool_max{pool=\"send\"} 4.0");
    }

    private void assertHas(String line) {
        assertTrue(lines().contains(line), () -> line + " is not among " + ours());
    }

    private List<String> ours() {
        return lines().stream().filter(line -> line.startsWith("sluice_")).toList();
    }

    private List<String> lines() {
        return registry.scrape().lines().toList();
    }
}
