package dev.sluice.ingest.telegram;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hc.core5.http.nio.CapacityChannel;
import org.jspecify.annotations.Nullable;

/**
 * The body of one answer on its way in: capped, and read from the connection only when the {@link BodyBudget} has room for
 * all of it. Until then the connection is not read, and TCP holds the server back.
 *
 * <p>Written by one reactor thread; room may be granted, and everything released, by any thread.
 */
final class ResponseBody {
    /** Twice what the server puts into one answer (TELEGRAM 1.1: cut at about 4 MiB). */
    static final int MAX_BYTES = 8 * 1024 * 1024;

    /** An error answer is a line or a page; what is longer tells nothing more. */
    static final int MAX_ERROR_BYTES = 64 * 1024;

    /**
     * Bodies up to this size need no room in the budget: answers without updates, which are nearly all answers of nearly
     * all bots. Ten thousand of them at once are 10 MB.
     */
    static final int UNCOUNTED_BYTES = 1024;

    /** For a body of unknown size; doubles. */
    private static final int FIRST_BYTES = 4 * 1024;

    private static final byte[] NONE = {};

    private final BodyBudget budget;
    private int status;
    private int limit;
    private int declared = -1;
    private byte[] bytes = NONE;
    private int length;

    /** The rest is guarded by this. */
    private BodyBudget.Lease lease = BodyBudget.Lease.NONE;

    private @Nullable CapacityChannel channel;
    private boolean room;
    private boolean leaseTaken;
    private boolean released;

    ResponseBody(BodyBudget budget) {
        this.budget = budget;
    }

    /**
     * The head of the answer is there.
     *
     * @param contentLength negative when unknown
     * @throws TooLargeException when the body will not be read
     */
    void begin(int status, long contentLength) throws TooLargeException {
        this.status = status;
        this.limit = isSuccess() ? MAX_BYTES : MAX_ERROR_BYTES;
        if (contentLength > limit) {
            throw new TooLargeException(limit);
        }
        declared = (int) contentLength;
        int needed = declared >= 0 ? declared : limit;
        if (needed <= UNCOUNTED_BYTES) {
            roomGranted();
            return;
        }
        BodyBudget.Lease reserved = budget.reserve(needed, this::roomGranted);
        synchronized (this) {
            if (!released) {
                lease = reserved;
                return;
            }
        }
        reserved.release();
    }

    /** Asked for more whenever the little that may come unasked is used up. */
    void readFrom(CapacityChannel from) throws IOException {
        synchronized (this) {
            channel = from;
            if (!room) {
                return;
            }
        }
        from.update(Integer.MAX_VALUE);
    }

    void append(ByteBuffer source) throws TooLargeException {
        int more = source.remaining();
        if (more > limit - length) {
            throw new TooLargeException(limit);
        }
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, grownSize(length + more));
        }
        source.get(bytes, length, more);
        length += more;
    }

    boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    int status() {
        return status;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Hands the room over to whoever keeps the bytes; what was reserved beyond them is given back. */
    BodyBudget.Lease takeLease() {
        BodyBudget.Lease taken;
        synchronized (this) {
            taken = lease;
            leaseTaken = true;
        }
        taken.shrink(bytes.length);
        return taken;
    }

    synchronized boolean isLeaseTaken() {
        return leaseTaken;
    }

    /** Gives the room back. Repeatable. */
    void release() {
        BodyBudget.Lease held;
        synchronized (this) {
            released = true;
            held = lease;
        }
        held.release();
    }

    PollResult.Failure errorAnswer() {
        return ErrorAnswer.classify(status, bytes, length);
    }

    /** What it means that the exchange failed here: an error status stands, whatever became of its body. */
    PollResult.Failure failure(Exception cause) {
        if (status == 0) {
            return new PollResult.Unreachable(Detail.of(cause));
        }
        return isSuccess() ? new PollResult.Unreadable("cut short: " + Detail.of(cause)) : errorAnswer();
    }

    /** With room for all of it, the declared size at once; without, only what came unasked. */
    private int grownSize(int needed) {
        boolean all;
        synchronized (this) {
            all = room;
        }
        if (declared >= 0) {
            return all ? declared : needed;
        }
        return Math.min(limit, Math.max(needed, Math.max(FIRST_BYTES, 2 * bytes.length)));
    }

    private void roomGranted() {
        CapacityChannel waiting;
        synchronized (this) {
            room = true;
            waiting = channel;
        }
        if (waiting != null) {
            try {
                waiting.update(Integer.MAX_VALUE);
            } catch (IOException e) {
                // the connection is gone, and whoever reads it is told so by itself
                return;
            }
        }
    }

    /** The body is over its cap; the connection is closed, since the rest of it is not read. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        TooLargeException(int limit) {
            super("a body over " + limit + " bytes");
        }
    }
}
