package dev.sluice.model;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Utils;

/**
 * Which partition a record belongs to: {@code toPositive(murmur2(key)) mod n}, the hash of Kafka's own default partitioner,
 * so that any client with murmur2 finds the same partition.
 */
public final class Partitions {

    private Partitions() {}

    /** The partition, 0 to n-1, of these key bytes among n. */
    public static int of(byte[] key, int n) {
        return Utils.toPositive(Utils.murmur2(key)) % n;
    }

    /** The partition of the text's UTF-8 bytes. */
    public static int of(String key, int n) {
        return of(key.getBytes(StandardCharsets.UTF_8), n);
    }

    /** The shard of a bot in {@code telegram.checkpoints}, and its partition in every other topic keyed by bot. */
    public static int forBot(long botId, int n) {
        return ofDecimal(botId, n);
    }

    /** The partition of a sender ({@code telegram:<bot_id>}, {@code unifyport:<account_id>}) in every outbound topic. */
    public static int forSender(String sender, int n) {
        return of(sender, n);
    }

    /**
     * The partition of an update in {@code telegram.updates}: by its chat, so that a chat's updates stay in order; without
     * a chat by its user, without a user by the bot.
     */
    public static int forUpdate(UpdateFacts facts, long botId, int n) {
        return ofDecimal(facts.partitionId().orElse(botId), n);
    }

    /** How many partitions the topic has, also those without a leader: a record's partition does not move with outages. */
    static int countOf(String topic, Cluster cluster) {
        int count = cluster.partitionsForTopic(topic).size();
        if (count == 0) {
            throw new UnknownTopicOrPartitionException(topic + ": no partitions known");
        }
        return count;
    }

    private static int ofDecimal(long id, int n) {
        return of(Long.toString(id).getBytes(StandardCharsets.ISO_8859_1), n);
    }
}
