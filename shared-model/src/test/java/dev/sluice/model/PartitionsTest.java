package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionsTest {

    /** From Kafka's own UtilsTest: murmur2 of these texts, as signed integers. */
    @ParameterizedTest
    @CsvSource({
        "21, -973932308",
        "foobar, -790332482",
        "a-little-bit-long-string, -985981536",
        "a-little-bit-longer-string, -1486304829",
        "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8, -58897971",
    })
    void hashesAsKafkaDoes(String key, int murmur2) {
        assertEquals((murmur2 & 0x7fffffff) % 12, Partitions.of(key, 12));
    }

    @Test
    void agreesWithTheDefaultPartitioner() {
        Random random = Seeds.random(PartitionsTest.class);

        for (int i = 0; i < 5_000; i++) {
            byte[] key = new byte[random.nextInt(40)];
            random.nextBytes(key);
            int n = 1 + random.nextInt(50);
            assertEquals(BuiltInPartitioner.partitionForKey(key, n), Partitions.of(key, n));
        }
    }

    @Test
    void takesIdsAndSendersAsTheirText() {
        byte[] bot = "123456".getBytes(StandardCharsets.UTF_8);
        byte[] sender = "unifyport:кот".getBytes(StandardCharsets.UTF_8);

        assertEquals(BuiltInPartitioner.partitionForKey(bot, 8), Partitions.forBot(123456, 8));
        assertEquals(BuiltInPartitioner.partitionForKey(sender, 12), Partitions.forSender("unifyport:кот", 12));
    }

    @Test
    void placesAnUpdateByItsChatElseUserElseBot() {
        OptionalLong chat = OptionalLong.of(-1001234567890123L);
        OptionalLong user = OptionalLong.of(5025045066L);

        for (int n = 1; n < 40; n++) {
            assertEquals(
                    Partitions.of("-1001234567890123", n),
                    Partitions.forUpdate(UpdateFacts.ofChat("message", chat), 123456, n));
            assertEquals(
                    Partitions.of("5025045066", n),
                    Partitions.forUpdate(UpdateFacts.ofUser("inline_query", user), 123456, n));
            assertEquals(Partitions.of("123456", n), Partitions.forUpdate(UpdateFacts.NONE, 123456, n));
        }
    }
}
