package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;

import dev.sluice.system.harness.ServiceProcess;
import java.time.Duration;
import java.util.Optional;

/** The metrics page of a service that may have been started a moment ago, and does not answer yet. */
final class MetricsText {
    private MetricsText() {}

    static String of(ServiceProcess service, Duration within) {
        return await("the metrics of " + service.process().name())
                .atMost(within)
                .failFast(
                        "it has ended; its log is " + service.process().logFile(),
                        () -> !service.process().isAlive())
                .until(service::metrics, Optional::isPresent)
                .orElseThrow();
    }
}
