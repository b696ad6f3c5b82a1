package dev.sluice.outbound;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.gate.Parked;
import dev.sluice.outbound.topology.LaneAges;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

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

    void stands(Sender sender, LaneView view, LaneAges ages) {
        of(sender).figures.put(sender, new Figures(view, ages));
    }

    void gone(Sender sender) {
        of(sender).figures.remove(sender);
    }

    private record Figures(LaneView view, LaneAges ages) {
        private int isParked(Parked reason) {
            return view.parked().filter(why -> why == reason).isPresent() ? 1 : 0;
        }
    }

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
            sum(
                    "sluice.outbound.in.flight",
                    "jobs with an attempt under way",
                    tags,
                    each -> each.view().inFlight());
            for (Parked reason : Parked.values()) {
                sum(
                        "sluice.outbound.parked",
                        "1 while the bot's jobs wait for its credentials; under other the number of such bots",
                        tags.and("reason", reason.word()),
                        each -> each.isParked(reason));
            }
            sum(
                    "sluice.outbound.paused",
                    "1 while a command has paused the bot; under other the number of such bots",
                    tags,
                    each -> each.view().paused() ? 1 : 0);
            longest(
                    "sluice.outbound.oldest.review",
                    "age of the oldest open review, held or unknown, from the grant of the attempt that it came from",
                    tags,
                    each -> each.ages().oldestReview());
            longest(
                    "sluice.outbound.oldest.job",
                    "age of the oldest waiting job, be it planned for later",
                    tags,
                    each -> each.ages().oldestJob());
            longest(
                    "sluice.outbound.late",
                    "how long a waiting job could have gone by its own times; 0 when none is due",
                    tags,
                    each -> each.ages().late());
            longest(
                    "sluice.outbound.cooldown",
                    "what is left of the cooldown",
                    tags,
                    each -> each.ages().cooldownLeft());
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

        private void longest(String name, String description, Tags tags, ToLongFunction<Figures> ms) {
            Gauge.builder(
                            name,
                            this,
                            lane -> lane.figures.values().stream()
                                            .mapToLong(ms)
                                            .max()
                                            .orElse(0)
                                    / 1000.0)
                    .description(description)
                    .baseUnit("seconds")
                    .tags(tags)
                    .register(registry);
        }
    }
}
