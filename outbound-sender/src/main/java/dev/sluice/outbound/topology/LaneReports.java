package dev.sluice.outbound.topology;

import dev.sluice.model.Lane;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.gate.Now;
import dev.sluice.outbound.gate.Parked;
import dev.sluice.outbound.gate.PartitionGate;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Tells the topic of lanes, and the metrics, how lanes stand: those that have changed, once a second. */
final class LaneReports {
    private static final long EVERY_MS = 1_000;

    private final PartitionGate gate;
    private final Sinks sinks;
    private final GateMetrics metrics;
    private final Set<Sender> touched = new HashSet<>();
    private final Map<Sender, LaneView> told = new HashMap<>();
    private long lastMs = Long.MIN_VALUE / 2;

    LaneReports(PartitionGate gate, Sinks sinks, GateMetrics metrics) {
        this.gate = gate;
        this.sinks = sinks;
        this.metrics = metrics;
    }

    void touched(Sender sender) {
        touched.add(sender);
    }

    /** Every lane that memory knows is to be told. */
    void touchAll() {
        gate.senders().forEach(touched::add);
    }

    void report(Now now) {
        if (now.gateMs() - lastMs < EVERY_MS) {
            return;
        }
        lastMs = now.gateMs();
        for (Sender sender : touched) {
            gate.view(sender).filter(view -> !view.equals(told.get(sender))).ifPresent(view -> tell(sender, view, now));
        }
        touched.clear();
        told.forEach((sender, view) -> metrics.lane(sender, view, LaneAges.of(view, now)));
    }

    private void tell(Sender sender, LaneView view, Now now) {
        told.put(sender, view);
        Lane lane = new Lane(
                sender,
                view.waiting(),
                view.inFlight(),
                view.oldestAcceptedAtMs().isPresent()
                        ? Optional.of(
                                Instant.ofEpochMilli(view.oldestAcceptedAtMs().getAsLong()))
                        : Optional.empty(),
                view.cooldownUntilMs() > now.gateMs()
                        ? Optional.of(Instant.ofEpochMilli(view.cooldownUntilMs()))
                        : Optional.empty(),
                view.paused(),
                view.parked().map(Parked::word),
                Instant.ofEpochMilli(now.wallMs()));
        sinks.write(Topics.LANES, Place.of(sender), LaneCodec.encode(lane));
    }

    /** The task is over: whoever takes over tells from here. */
    void close() {
        told.keySet().forEach(metrics::laneGone);
    }
}
