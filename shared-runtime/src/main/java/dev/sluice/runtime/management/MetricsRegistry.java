package dev.sluice.runtime.management;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.logging.LogbackMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Makes the registry whose content {@code /metrics} shows, with the JVM's, the process's and the log's own metrics in
 * it. */
public final class MetricsRegistry {
    private MetricsRegistry() {}

    /**
     * A new registry; the caller closes it last.
     *
     * @param service named in {@code sluice_build_info}
     */
    @SuppressWarnings("resource") // what listens does so as long as the registry lives, which is as long as the process
    public static PrometheusMeterRegistry create(String service) {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        new ClassLoaderMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmGcMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new LogbackMetrics().bindTo(registry);
        Gauge.builder("sluice.build.info", () -> 1)
                .description("what runs here; always 1")
                .tags(
                        "service",
                        service,
                        "version",
                        version(),
                        "java",
                        Runtime.version().toString())
                .register(registry);
        return registry;
    }

    private static String version() {
        Properties build = new Properties();
        try (InputStream in = MetricsRegistry.class.getResourceAsStream("build.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version");
    }
}
