package dev.sluice.outbound;

import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import dev.sluice.outbound.dispatch.DispatchMetrics;
import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.topology.DeadLetterReasons;
import dev.sluice.outbound.topology.GateMetrics;
import dev.sluice.outbound.topology.GateStatus;
import dev.sluice.outbound.topology.LaneAges;
import dev.sluice.outbound.wire.ReturnReason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.stream.Stream;

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
    private final Counter commitErrors;
    private final Counter threadsDied;
    private final Counter restarts;
    private final AtomicLong lastCommit = new AtomicLong();
    private final AtomicLong lastResult = new AtomicLong();

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
        commitErrors = counter(
                "sluice.outbound.position.commit.errors",
                "commits of the dispatcher's position that failed or are in doubt");
        threadsDied = counter(
                "sluice.outbound.stream.thread.failures",
                "stream threads that died; each was replaced, or ended the process");
        restarts = counter("sluice.outbound.gate.restarts", "times that the gate started anew because a clock was set");
        time(
                "sluice.outbound.last.position.commit.timestamp",
                "when the dispatcher's position was last committed; 0 before the first time",
                lastCommit);
        time("sluice.outbound.last.result.timestamp", "when a call last ended; 0 before the first", lastResult);
        // there from the start, so that the first of a kind is a step from 0 and no new series
        DeadLetterReasons.ALL.forEach(this::deadLetterCounter);
        Stream.of(ResultClass.values()).forEach(this::resultCounter);
        Stream.of(ReturnReason.values()).forEach(this::returnCounter);
    }

    /** What is open now in the dispatcher, read when asked. */
    public void dispatcher(
            IntSupplier openCalls, IntSupplier unstoredResults, IntSupplier partitions, int partitionsInAll) {
        gauge("sluice.outbound.open.calls", "calls on the wire or about to be", openCalls);
        gauge("sluice.outbound.unstored.results", "results that Kafka has not confirmed yet", unstoredResults);
        gauge("sluice.outbound.partitions.owned", "partitions of attempts that this process serves", partitions);
        gauge("sluice.outbound.partitions", "partitions of attempts in all", () -> partitionsInAll);
    }

    /** How the gate's machinery stands, read when asked. */
    public void gate(GateStatus gate) {
        GateMeters.bind(registry, gate);
    }

    @Override
    public void deadLetter(String reason) {
        deadLetterCounter(reason).increment();
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
    public void lane(Sender sender, LaneView view, LaneAges ages) {
        lanes.stands(sender, view, ages);
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
        resultCounter(resultClass).increment();
        lastResult.set(registry.config().clock().wallTime());
    }

    @Override
    public void returned(ReturnReason reason) {
        returnCounter(reason).increment();
    }

    @Override
    public void committed(int calls, Duration took) {
        position.record(took);
        taken.record(calls);
        lastCommit.set(registry.config().clock().wallTime());
    }

    @Override
    public void commitFailed() {
        commitErrors.increment();
    }

    @Override
    public void threadDied() {
        threadsDied.increment();
    }

    @Override
    public void startsAnew() {
        restarts.increment();
    }

    private Counter deadLetterCounter(String reason) {
        return counter(
                "sluice.outbound.dead.letters",
                "requests, commands and results put aside, by reason",
                "reason",
                reason);
    }

    private Counter resultCounter(ResultClass found) {
        return counter("sluice.outbound.results", "calls that have ended, by what came of them", "class", found.word());
    }

    private Counter returnCounter(ReturnReason reason) {
        return counter(
                "sluice.outbound.returned", "attempts handed back without a call, by reason", "reason", reason.word());
    }

    private void time(String name, String description, AtomicLong wallMs) {
        Gauge.builder(name, wallMs, at -> at.get() / 1000.0)
                .description(description)
                .baseUnit("seconds")
                .register(registry);
    }

    private Counter counter(String name, String description) {
        return Counter.builder(name).description(description).register(registry);
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
