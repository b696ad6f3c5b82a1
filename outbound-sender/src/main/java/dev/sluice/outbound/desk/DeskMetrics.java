package dev.sluice.outbound.desk;

import dev.sluice.outbound.desk.web.WebMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.IntSupplier;

/** Every metric of the desk, names as in Micrometer. Thread-safe. */
public final class DeskMetrics implements WebMetrics {

    /** The words of {@link #refused} and {@link #command}, so that the first one of each counts as an increase. */
    private static final List<String> REFUSED = List.of(
            "unauthorized",
            "host",
            "origin",
            "too_large",
            "content_type",
            "content_encoding",
            "invalid",
            "no_open_review",
            "not_found",
            "unavailable",
            "busy",
            "http");

    private static final List<String> COMMANDS = List.of("cancel", "cancel_chat", "resolve", "pause", "resume");

    private final MeterRegistry registry;
    private final Counter failures;

    public DeskMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.failures = Counter.builder("sluice.desk.feed.failures")
                .description("times that the desk could not read its topics and began anew")
                .register(registry);
        REFUSED.forEach(this::counterOfRefused);
        COMMANDS.forEach(this::counterOfCommands);
    }

    /** What there is now, read when asked. */
    public void now(IntSupplier reviews, IntSupplier streams) {
        gauge("sluice.desk.reviews", "open reviews that the desk knows, of all senders", reviews);
        gauge("sluice.desk.streams", "readers of the desk's stream of changes", streams);
    }

    void feedFailed() {
        failures.increment();
    }

    @Override
    public void refused(String reason) {
        counterOfRefused(reason).increment();
    }

    @Override
    public void command(String name) {
        counterOfCommands(name).increment();
    }

    private Counter counterOfRefused(String reason) {
        return Counter.builder("sluice.desk.refused")
                .description("requests that the desk has not answered as they wished, by reason")
                .tag("reason", reason)
                .register(registry);
    }

    private Counter counterOfCommands(String name) {
        return Counter.builder("sluice.desk.commands")
                .description("commands that the desk has stored")
                .tag("command", name)
                .register(registry);
    }

    private void gauge(String name, String description, IntSupplier value) {
        Gauge.builder(name, value, IntSupplier::getAsInt)
                .description(description)
                .strongReference(true)
                .register(registry);
    }
}
