package dev.sluice.outbound;

import dev.sluice.outbound.topology.GateStatus;
import dev.sluice.outbound.topology.TaskBoard.TaskState;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.ToDoubleFunction;

/** The metrics of the gate's machinery: what Kafka Streams does, and how far its stores are. */
final class GateMeters {
    private GateMeters() {}

    static void bind(MeterRegistry registry, GateStatus gate) {
        for (String state : GateStatus.STREAMS_STATES) {
            gauge(
                    registry,
                    "sluice.outbound.streams.state",
                    "1 for the state that Kafka Streams is in; none between two starts",
                    Tags.of("state", state),
                    gate,
                    each -> each.streamsState().filter(state::equals).isPresent() ? 1 : 0);
        }
        for (TaskState state : TaskState.values()) {
            gauge(
                    registry,
                    "sluice.outbound.tasks",
                    "gate partitions of this process by state; only an open one grants",
                    Tags.of("state", GateStatus.word(state)),
                    gate,
                    each -> each.tasks(state));
        }
        FunctionCounter.builder("sluice.outbound.gate.committing", gate, GateStatus::committingSeconds)
                .description("what commits have taken of the stream thread's time")
                .baseUnit("seconds")
                .register(registry);
        for (String store : GateStatus.STORES) {
            Tags tags = Tags.of("store", store);
            gauge(
                    registry,
                    "sluice.outbound.restore.remaining.records",
                    "records of the store's changelog that have yet to be restored, all partitions summed",
                    tags,
                    gate,
                    each -> each.restoreRemaining(store));
            FunctionCounter.builder("sluice.outbound.restored.records", gate, each -> each.restored(store))
                    .description("records of the store's changelog that were restored")
                    .tags(tags)
                    .register(registry);
        }
    }

    private static void gauge(
            MeterRegistry registry,
            String name,
            String description,
            Tags tags,
            GateStatus gate,
            ToDoubleFunction<GateStatus> figure) {
        Gauge.builder(name, gate, figure)
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }
}
