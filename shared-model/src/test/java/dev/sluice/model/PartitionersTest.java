package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionersTest {

    private static final int N = 12;
    private static final String T = "t";

    /** Half of the partitions have no leader: they count all the same. */
    private static final Cluster CLUSTER = cluster(N);

    @Test
    void placesUpdatesByChatUserOrBot() {
        Partitioner partitioner = new UpdatePartitioner();

        assertEquals(
                Partitions.of("-100123", N),
                place(partitioner, "123456:1", "{\"update_id\":1,\"message\":{\"chat\":{\"id\":-100123}}}"));
        assertEquals(
                Partitions.of("77", N),
                place(partitioner, "123456:1", "{\"update_id\":1,\"inline_query\":{\"from\":{\"id\":77}}}"));
        for (String without : new String[] {"{\"update_id\":1}", "{\"a\":", "[]", "", null}) {
            assertEquals(Partitions.of("123456", N), place(partitioner, "123456:1", without));
        }
    }

    @Test
    void refusesUpdatesWithoutTheirKey() {
        Partitioner partitioner = new UpdatePartitioner();

        assertThrows(InvalidRecordException.class, () -> place(partitioner, null, "{}"));
        assertThrows(InvalidRecordException.class, () -> place(partitioner, "telegram:1", "{}"));
    }

    @Test
    void placesRequestsByTheSenderInTheirValue() {
        Partitioner partitioner = new SenderPartitioner();
        int expected = Partitions.of("telegram:123456", N);

        assertEquals(
                expected,
                place(partitioner, "something else", "{\"params\":{\"sender\":\"x\"},\"sender\":\"telegram:123456\"}"));
        assertEquals(expected, place(partitioner, null, "{\"sender\":\"telegram:\\u003123456\"}"));
    }

    @Test
    void placesByTheKeyWhatNamesNoSender() {
        Partitioner partitioner = new SenderPartitioner();
        int expected = Partitions.of("telegram:123456", N);

        for (String value : new String[] {null, "{}", "not json", "{\"sender\":7}", "[]"}) {
            assertEquals(expected, place(partitioner, "telegram:123456", value));
            assertEquals(expected, place(partitioner, "telegram:123456/reply/8103", value));
        }
        assertEquals(Partitions.of("", N), place(partitioner, null, "{}"));
    }

    @Test
    void refusesATopicWithoutPartitions() {
        assertThrows(
                UnknownTopicOrPartitionException.class,
                () -> new SenderPartitioner().partition("other", null, null, null, null, CLUSTER));
    }

    @Test
    void isWhatAProducerIsConfiguredWith() throws Exception {
        Partitioner partitioner = Utils.newInstance(SenderPartitioner.class);
        partitioner.configure(Map.of());
        try (MockProducer<byte[], byte[]> producer =
                new MockProducer<>(CLUSTER, true, partitioner, new ByteArraySerializer(), new ByteArraySerializer())) {
            int partition = producer.send(new ProducerRecord<>(T, utf8("{\"sender\":\"telegram:9\"}")))
                    .get()
                    .partition();

            assertEquals(Partitions.of("telegram:9", N), partition);
        }
    }

    private static int place(Partitioner partitioner, @Nullable String key, @Nullable String value) {
        byte[] keyBytes = key == null ? null : utf8(key);
        byte[] valueBytes = value == null ? null : utf8(value);
        return partitioner.partition(T, key, keyBytes, value, valueBytes, CLUSTER);
    }

    private static Cluster cluster(int n) {
        Node node = new Node(0, "localhost", 9092);
        List<PartitionInfo> partitions = IntStream.range(0, n)
                .mapToObj(i -> new PartitionInfo(T, i, i % 2 == 0 ? node : null, new Node[0], new Node[0]))
                .toList();
        return new Cluster("c", List.of(node), partitions, Set.of(), Set.of());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
