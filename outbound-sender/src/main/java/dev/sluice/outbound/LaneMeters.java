package dev.sluice.outbound;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.LaneView;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of single bots. The label {@code bot_id} is the account while at most {@link #MAX_LABELLED_BOTS} have been seen;
 * all later ones are summed under {@code other}, and of times the longest stands there. Thread-safe.
 */
final class LaneMeters {
    static final int MAX_LABELLED_BOTS = 200;

    private final MeterRegistry registry;
    private final Map<Sender, Lane> lanes = new ConcurrentHashMap<>();
    private final Lane other;

    LaneMeters(MeterRegistry registry) {
        this.registry = registry;
        other = new Lane("other");
    }

    Lane of(Sender sender) {
        Lane known = lanes.get(sender);
        if (known != null) {
            return known;
        }
        // two threads may both pass the check at the limit; a few series more do no harm
        return lanes.size() < MAX_LABELLED_BOTS ? lanes.computeIfAbsent(sender, s -> new Lane(s.account())) : other;
    }

    void stands(Sender sender, LaneView view, long cooldownLeftMs, long oldestMs) {
        of(sender).figures.put(sender, new Figures(view, cooldownLeftMs / 1000.0, oldestMs / 1000.0));
    }

    void gone(Sender sender) {
        of(sender).figures.remove(sender);
    }

    private record Figures(LaneView view, double cooldownSeconds, double oldestSeconds) {}

    /** One value of the label. */
    final class Lane {
        final Counter floods;
        final Counter expired;
        private final Map<Sender, Figures> figures = new ConcurrentHashMap<>();

        Lane(String label) {
            Tags tags = Tags.of("bot_id", label);
            floods = counter("sluice.outbound.floods", "429 answers", tags);
            expired = counter("sluice.outbound.expired", "jobs that ended because their time was over", tags);
            sum(
                    "sluice.outbound.backlog",
                    "jobs that wait",
                    tags,
                    each -> each.view().waiting());
            sum(
                    "sluice.outbound.held",
                    "jobs held for review",
                    tags,
                    each -> each.view().held());
            sum(
                    "sluice.outbound.unknown",
                    "jobs that may have been sent",
                    tags,
                    each -> each.view().unknown());
            longest("sluice.outbound.oldest.job", "age of the oldest waiting job", tags, Figures::oldestSeconds);
            longest("sluice.outbound.cooldown", "what is left of the cooldown", tags, Figures::cooldownSeconds);
        }

        private Counter counter(String name, String description, Tags tags) {
            return Counter.builder(name).description(description).tags(tags).register(registry);
        }

        private void sum(String name, String description, Tags tags, ToDoubleFunction<Figures> figure) {
            Gauge.builder(
                            name,
                            this,
                            lane -> lane.figures.values().stream()
                                    .mapToDouble(figure)
                                    .sum())
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }

        private void longest(String name, String description, Tags tags, ToDoubleFunction<Figures> figure) {
            Gauge.builder(
                            name,
                            this,
                            lane -> lane.figures.values().stream()
                                    .mapToDouble(figure)
                                    .max()
                                    .orElse(0))
                    .description(description)
                    .baseUnit("seconds")
                    .tags(tags)
                    .register(registry);
        }
    }
}
