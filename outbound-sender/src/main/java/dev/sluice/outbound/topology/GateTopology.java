package dev.sluice.outbound.topology;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;

/** Sources, the gate, its stores, sinks: what is wired to what, and nothing else. Everything is named. */
public final class GateTopology {
    /**
     * The changelogs hold the contents, so they take as much as the topics that quote requests; the broker's time, since the
     * timestamps that Kafka Streams would write here only order the sources; and compaction early enough that a restore does
     * not read what is long over.
     */
    private static final Map<String, String> CHANGELOG = Map.of(
            "message.timestamp.type", "LogAppendTime",
            "max.message.bytes", Integer.toString(4 * 1024 * 1024),
            "segment.bytes", Integer.toString(64 * 1024 * 1024),
            "min.cleanable.dirty.ratio", "0.2",
            "max.compaction.lag.ms", Long.toString(Duration.ofHours(6).toMillis()));

    private GateTopology() {}

    public static Topology build(Names names, GateParts parts) {
        Topology topology = new Topology();
        for (Source source : Source.values()) {
            topology.addSource(
                    AutoOffsetReset.earliest(),
                    Nodes.source(source.topic()),
                    new SourceOrder(source),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer(),
                    names.topic(source.topic()));
        }
        CommitPace pace = new CommitPace(parts.committingNanos());
        topology.addProcessor(
                Nodes.GATE,
                () -> new GateProcessor(parts, names, pace),
                Nodes.source(Source.RESULTS.topic()),
                Nodes.source(Source.COMMANDS.topic()),
                Nodes.source(Source.REQUESTS.topic()));
        // a job changes some three times within a commit or two: its last state is what has to be logged
        topology.addStateStore(store(Nodes.JOBS).withCachingEnabled(), Nodes.GATE);
        topology.addStateStore(store(Nodes.LANES).withCachingEnabled(), Nodes.GATE);
        topology.addStateStore(store(Nodes.COOLDOWNS).withCachingDisabled(), Nodes.GATE);
        topology.addStateStore(store(Nodes.CONTENTS).withCachingDisabled(), Nodes.GATE);
        topology.addStateStore(store(Nodes.INTENTS).withCachingDisabled(), Nodes.GATE);
        for (TopicSpec sink : Nodes.SINKS) {
            topology.addSink(
                    Nodes.sink(sink),
                    names.topic(sink),
                    Place.KEY,
                    new ByteArraySerializer(),
                    Place.PARTITION,
                    Nodes.GATE);
        }
        return topology;
    }

    private static StoreBuilder<KeyValueStore<byte[], byte[]>> store(String name) {
        return Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore(name), Serdes.ByteArray(), Serdes.ByteArray())
                .withLoggingEnabled(CHANGELOG);
    }
}
