package dev.sluice.local.botapi.core;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/**
 * The bytes of one update before it has an id.
 *
 * <p>Usually a fragment, like {@code "message":{…}}, which the answer wraps as
 * <code>{"update_id":17,\n"message":{…}}</code>; the array may then be shared by many updates. An element is everything
 * between two commas of the answer, for tests of odd ones; each {@link #PLACEHOLDER} in it becomes the id.
 */
public final class UpdateBytes {

    /** Stands in an element for the id that the queue assigns. */
    public static final String PLACEHOLDER = "@UPDATE_ID@";

    private static final byte[] MARK = PLACEHOLDER.getBytes(US_ASCII);
    private static final byte[] HEAD = "{\"update_id\":".getBytes(US_ASCII);
    private static final byte[] GLUE = ",\n".getBytes(US_ASCII);

    private final byte[] data;
    private final boolean fragment;

    private UpdateBytes(byte[] data, boolean fragment) {
        this.data = data;
        this.fragment = fragment;
    }

    /** One member of the update object, without braces. The array is kept, not copied. */
    public static UpdateBytes fragment(byte[] data) {
        return new UpdateBytes(data, true);
    }

    /** A whole array element, valid JSON or not. */
    public static UpdateBytes element(byte[] data) {
        return new UpdateBytes(data, false);
    }

    /** Whether many updates may share these bytes without cost: the id is not inside them. */
    public boolean isFragment() {
        return fragment;
    }

    /** Size that the server's limits count: what follows the id. */
    int length() {
        return data.length;
    }

    /** The same update with its id written into it; fragments stay shared until they are sent. */
    UpdateBytes numbered(int id) {
        return fragment ? this : new UpdateBytes(replaceMarks(data, id), false);
    }

    /** An upper bound of {@link #writeTo}'s output. */
    int roomNeeded() {
        return fragment ? HEAD.length + 10 + GLUE.length + data.length + 1 : data.length;
    }

    /** Copies the element into the answer and returns the position behind it. */
    int writeTo(byte[] target, int at, int id) {
        if (!fragment) {
            System.arraycopy(data, 0, target, at, data.length);
            return at + data.length;
        }
        System.arraycopy(HEAD, 0, target, at, HEAD.length);
        int next = writeDigits(target, at + HEAD.length, id);
        System.arraycopy(GLUE, 0, target, next, GLUE.length);
        next += GLUE.length;
        System.arraycopy(data, 0, target, next, data.length);
        next += data.length;
        target[next] = '}';
        return next + 1;
    }

    /** The element exactly as an answer carries it. */
    public byte[] element(int id) {
        UpdateBytes numbered = numbered(id);
        byte[] bytes = new byte[numbered.roomNeeded()];
        int length = numbered.writeTo(bytes, 0, id);
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    private static int writeDigits(byte[] target, int at, int id) {
        int divisor = 1;
        while (id / divisor >= 10) {
            divisor *= 10;
        }
        int next = at;
        for (int rest = id; divisor > 0; divisor /= 10) {
            target[next++] = (byte) ('0' + rest / divisor);
            rest %= divisor;
        }
        return next;
    }

    private static byte[] replaceMarks(byte[] data, int id) {
        byte[] digits = Integer.toString(id).getBytes(US_ASCII);
        byte[] out = new byte[data.length + digits.length];
        int length = 0;
        for (int at = 0; at < data.length; ) {
            if (data[at] == MARK[0] && isMarkAt(data, at)) {
                // A mark is longer than any id, so the output never outgrows the input.
                System.arraycopy(digits, 0, out, length, digits.length);
                length += digits.length;
                at += MARK.length;
            } else {
                out[length++] = data[at++];
            }
        }
        return Arrays.copyOf(out, length);
    }

    private static boolean isMarkAt(byte[] data, int at) {
        return at + MARK.length <= data.length && Arrays.equals(data, at, at + MARK.length, MARK, 0, MARK.length);
    }
}
