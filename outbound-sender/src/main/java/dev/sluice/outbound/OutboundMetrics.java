package dev.sluice.outbound;

import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import dev.sluice.outbound.dispatch.DispatchMetrics;
import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.topology.GateMetrics;
import dev.sluice.outbound.wire.ReturnReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * Every metric of the sender, with its labels; names as in Micrometer, so {@code sluice.outbound.floods} is {@code
 * sluice_outbound_floods_total} at {@code /metrics}. Those of single bots are at {@link LaneMeters}. Thread-safe.
 */
public final class OutboundMetrics implements GateMetrics, DispatchMetrics {
    private final MeterRegistry registry;
    private final LaneMeters lanes;
    private final Timer grantToWire;
    private final Timer requestToWire;
    private final Timer position;
    private final DistributionSummary taken;

    public OutboundMetrics(MeterRegistry registry) {
        this.registry = registry;
        lanes = new LaneMeters(registry);
        grantToWire = histogram(
                "sluice.outbound.grant.to.wire", "from a grant to its call's last byte, its wait for room included");
        requestToWire = histogram(
                "sluice.outbound.request.to.wire", "from a request's record to the last byte of its first call");
        position = histogram("sluice.outbound.position.commit", "one commit of the dispatcher's position");
        taken = DistributionSummary.builder("sluice.outbound.taken.attempts")
                .description("attempts taken with one commit of the position")
                .register(registry);
    }

    /** What is open now in the dispatcher, read when asked. */
    public void dispatcher(IntSupplier openCalls, IntSupplier unstoredResults, IntSupplier partitions) {
        gauge("sluice.outbound.open.calls", "calls on the wire or about to be", openCalls);
        gauge("sluice.outbound.unstored.results", "results that Kafka has not confirmed yet", unstoredResults);
        gauge("sluice.outbound.partitions.owned", "partitions of attempts that this process serves", partitions);
    }

    @Override
    public void deadLetter(String reason) {
        counter("sluice.outbound.dead.letters", "requests, commands and results put aside, by reason", "reason", reason)
                .increment();
    }

    @Override
    public void flood(Sender sender) {
        lanes.of(sender).floods.increment();
    }

    @Override
    public void expired(Sender sender) {
        lanes.of(sender).expired.increment();
    }

    @Override
    public void requestToWire(Duration took) {
        requestToWire.record(took);
    }

    @Override
    public void lane(Sender sender, LaneView view, long cooldownLeftMs, long oldestMs) {
        lanes.stands(sender, view, cooldownLeftMs, oldestMs);
    }

    @Override
    public void laneGone(Sender sender) {
        lanes.gone(sender);
    }

    @Override
    public void onTheWire(Duration sinceGranted) {
        // two hosts' clocks: a negative time is none
        grantToWire.record(sinceGranted.isNegative() ? Duration.ZERO : sinceGranted);
    }

    @Override
    public void result(ResultClass resultClass) {
        counter("sluice.outbound.results", "calls that have ended, by what came of them", "class", resultClass.word())
                .increment();
    }

    @Override
    public void returned(ReturnReason reason) {
        counter("sluice.outbound.returned", "attempts handed back without a call, by reason", "reason", reason.word())
                .increment();
    }

    @Override
    public void committed(int calls, Duration took) {
        position.record(took);
        taken.record(calls);
    }

    private Counter counter(String name, String description, String label, String value) {
        return Counter.builder(name).description(description).tag(label, value).register(registry);
    }

    private void gauge(String name, String description, IntSupplier value) {
        Gauge.builder(name, value, IntSupplier::getAsInt)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    private Timer histogram(String name, String description) {
        return Timer.builder(name)
                .description(description)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(30))
                .register(registry);
    }
}
