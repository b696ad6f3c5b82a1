package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;

/**
 * The record that remembers with how many shards {@code telegram.checkpoints} was made. Another count is a refused start:
 * bots would move to other shards while their former owners still hold the old ones, with no fence between the two.
 *
 * <p>It stands in partition 0 under the key {@code 0}, which is no bot's, and is a valid checkpoint of offset 0, so that
 * whoever reads the topic without knowing of it stumbles over nothing.
 */
public final class ShardMarker {

    /** The partition it stands in. */
    public static final int PARTITION = 0;

    private static final byte[] KEY = {'0'};

    private ShardMarker() {}

    /**
     * The marker record.
     *
     * @param topic full name of the checkpoint topic
     * @param shards its partition count
     * @param by who made the topic, an instance or a command
     */
    public static ProducerRecord<byte[], byte[]> record(String topic, int shards, Instant at, String by) {
        if (shards < 1) {
            throw new IllegalArgumentException("a topic has partitions: " + shards);
        }
        Checkpoint nothing = new Checkpoint(0, List.of(), at, by, 0, 1, List.of());
        ProducerRecord<byte[], byte[]> marker =
                new ProducerRecord<>(topic, PARTITION, KEY.clone(), CheckpointCodec.encode(nothing));
        marker.headers()
                .add(CheckpointCodec.SHARDS_HEADER, Integer.toString(shards).getBytes(StandardCharsets.ISO_8859_1));
        return marker;
    }

    /** Whether a record with this key is the marker, and so no bot's checkpoint. */
    public static boolean isMarker(byte[] key) {
        return Arrays.equals(KEY, key);
    }

    /**
     * The shard count that a record's headers name; empty when they name none.
     *
     * @throws InvalidRecordException when the header holds no positive decimal number
     */
    public static OptionalInt shards(Headers headers) {
        return RecordHeaderValues.positive(headers, CheckpointCodec.SHARDS_HEADER);
    }
}
