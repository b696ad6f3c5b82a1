package dev.sluice.outbound.topology;

import dev.sluice.model.Names;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The node in the middle. It lives longer than a task's memory: after an aborted transaction Kafka Streams initialises the same
 * object again, so it holds nothing but the {@link GateTask} that each init makes.
 */
final class GateProcessor implements Processor<byte[], byte[], Place, byte[]> {
    private final GateParts parts;
    private final Names names;
    private final CommitPace pace;
    private @Nullable ProcessorContext<Place, byte[]> context;
    private @Nullable GateTask task;

    GateProcessor(GateParts parts, Names names, CommitPace pace) {
        this.parts = parts;
        this.names = names;
        this.pace = pace;
    }

    @Override
    public void init(ProcessorContext<Place, byte[]> started) {
        close();
        context = started;
        task = new GateTask(started, parts, pace);
    }

    @Override
    public void process(Record<byte[], byte[]> read) {
        RecordMetadata at = Objects.requireNonNull(context).recordMetadata().orElseThrow();
        Objects.requireNonNull(task).process(sourceOf(at.topic()), Arrival.of(read, at));
    }

    private Source sourceOf(String topic) {
        for (Source source : Source.values()) {
            if (topic.equals(names.topic(source.topic()))) {
                return source;
            }
        }
        throw new IllegalStateException("not read here: " + topic);
    }

    @Override
    public void close() {
        GateTask ended = task;
        if (ended != null) {
            task = null;
            ended.close();
        }
    }
}
