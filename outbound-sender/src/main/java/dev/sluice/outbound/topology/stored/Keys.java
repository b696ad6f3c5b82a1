package dev.sluice.outbound.topology.stored;

import dev.sluice.model.JobKey;
import dev.sluice.model.Sender;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of the stores. A sender and a request id hold no zero byte, so one separates them.
 *
 * <pre>
 * jobs, contents  sender 0 request_id
 * cooldowns       sender
 * lanes           1 (the partition) | 2 sender | 3 sender 0 chat
 * intents         1 sender 0 request_id | 2 time(8) sender 0 request_id
 * </pre>
 */
public final class Keys {
    /** What a key of {@code lanes} stands for: its first byte. In this order a rebuild wants them. */
    public enum LaneKind {
        PARTITION,
        SENDER,
        CHAT
    }

    private static final byte[] PARTITION = {1};
    private static final byte BY_ID = 1;
    private static final byte BY_TIME = 2;
    private static final int TIME_BYTES = 9;

    private Keys() {}

    public static byte[] job(JobKey job) {
        return pair(new byte[0], job.sender(), job.requestId());
    }

    public static JobKey toJob(byte[] key) {
        return new JobKey(sender(key, 0), second(key, 0));
    }

    public static byte[] sender(Sender sender) {
        return sender.text().getBytes(StandardCharsets.UTF_8);
    }

    public static Sender toSender(byte[] key) {
        return sender(key, 0);
    }

    public static byte[] partition() {
        return PARTITION.clone();
    }

    public static byte[] lane(Sender sender) {
        return prefixed((byte) 2, sender(sender));
    }

    public static byte[] chat(Sender sender, String chatKey) {
        return pair(new byte[] {3}, sender, chatKey);
    }

    public static LaneKind kindOfLane(byte[] key) {
        return LaneKind.values()[key[0] - 1];
    }

    /** Of a lane or a chat. */
    public static Sender senderOfLane(byte[] key) {
        return sender(key, 1);
    }

    public static String chatOfLane(byte[] key) {
        return second(key, 1);
    }

    public static byte[] intent(JobKey job) {
        return prefixed(BY_ID, job(job));
    }

    /** The same intent by the time at which it is over: earlier ones come first. */
    public static byte[] intentByTime(long untilMs, JobKey job) {
        byte[] key = job(job);
        return ByteBuffer.allocate(TIME_BYTES + key.length)
                .put(BY_TIME)
                .putLong(untilMs)
                .put(key)
                .array();
    }

    /** Where the intents by time begin that are over at this time or later. */
    public static byte[] intentsFrom(long untilMs) {
        return ByteBuffer.allocate(TIME_BYTES).put(BY_TIME).putLong(untilMs).array();
    }

    public static JobKey jobOfIntentByTime(byte[] key) {
        return toJob(Arrays.copyOfRange(key, TIME_BYTES, key.length));
    }

    /** The smallest key above this one. */
    public static byte[] after(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    private static byte[] pair(byte[] prefix, Sender sender, String second) {
        byte[] first = sender(sender);
        byte[] last = second.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(prefix.length + first.length + 1 + last.length)
                .put(prefix)
                .put(first)
                .put((byte) 0)
                .put(last)
                .array();
    }

    private static byte[] prefixed(byte prefix, byte[] key) {
        return ByteBuffer.allocate(1 + key.length).put(prefix).put(key).array();
    }

    private static Sender sender(byte[] key, int from) {
        return Sender.parse(new String(key, from, end(key, from) - from, StandardCharsets.UTF_8));
    }

    private static String second(byte[] key, int from) {
        int start = end(key, from) + 1;
        return new String(key, start, key.length - start, StandardCharsets.UTF_8);
    }

    private static int end(byte[] key, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == 0) {
                return i;
            }
        }
        return key.length;
    }
}
