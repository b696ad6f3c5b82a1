package dev.sluice.ingest.telegram;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of response bodies may be in memory at once, in all bots of the process. A body is up to 8 MiB, and after
 * an outage every bot has one waiting: without a budget, a few hundred bots fill any heap.
 *
 * <p>A body gets its whole size or waits, first come first served, so that nobody holds a part and waits for the rest
 * (no deadlock) and nobody is overtaken (no starvation). Thread-safe.
 */
public final class BodyBudget {
    private final long totalBytes;
    /** In the order of arrival; none of them holds anything yet. */
    private final Set<Reservation> waiting = new LinkedHashSet<>();

    private long freeBytes;

    /** @param totalBytes at least the largest body that will be reserved */
    public BodyBudget(long totalBytes) {
        if (totalBytes < 1) {
            throw new IllegalArgumentException("a budget has at least one byte: " + totalBytes);
        }
        this.totalBytes = totalBytes;
        this.freeBytes = totalBytes;
    }

    public long totalBytes() {
        return totalBytes;
    }

    /** Bytes reserved now. */
    public synchronized long usedBytes() {
        return totalBytes - freeBytes;
    }

    /** How many bodies wait for room. */
    public synchronized int waiting() {
        return waiting.size();
    }

    /**
     * Asks for room.
     *
     * @param granted runs at most once, when the bytes are there: within this call, or on the thread that made room. It may
     *     still run while the lease is being released
     * @return the place in the queue, then the room itself; to be released in any case
     * @throws IllegalArgumentException when that many bytes can never be free
     */
    Lease reserve(long bytes, Runnable granted) {
        if (bytes < 0 || bytes > totalBytes) {
            throw new IllegalArgumentException(bytes + " bytes of a budget of " + totalBytes);
        }
        Reservation reservation = new Reservation(bytes, granted);
        synchronized (this) {
            waiting.add(reservation);
        }
        admit();
        return reservation;
    }

    /** Room in the budget, or a place in its queue. */
    public interface Lease {

        /** For bodies too small to count. */
        Lease NONE = new Lease() {
            @Override
            public void shrink(long bytes) {}

            @Override
            public void release() {}
        };

        /** Gives back all but {@code bytes}, once the true size is known. No effect when no more are held. */
        void shrink(long bytes);

        /** Gives everything back. Repeatable; any thread. */
        void release();
    }

    /** Callbacks run outside the lock: they wake connections, and may come back here. */
    private void admit() {
        for (Reservation next = takeAdmissible(); next != null; next = takeAdmissible()) {
            next.granted.run();
        }
    }

    private synchronized @Nullable Reservation takeAdmissible() {
        Iterator<Reservation> first = waiting.iterator();
        if (!first.hasNext()) {
            return null;
        }
        Reservation next = first.next();
        if (next.bytes > freeBytes) {
            return null;
        }
        first.remove();
        freeBytes -= next.bytes;
        next.held = next.bytes;
        return next;
    }

    private final class Reservation implements Lease {
        private final long bytes;
        private final Runnable granted;
        /** Guarded by the budget; 0 while waiting and after the release. */
        private long held;

        Reservation(long bytes, Runnable granted) {
            this.bytes = bytes;
            this.granted = granted;
        }

        @Override
        public void shrink(long to) {
            giveBackAbove(to);
        }

        @Override
        public void release() {
            synchronized (BodyBudget.this) {
                waiting.remove(this);
            }
            giveBackAbove(0);
        }

        private void giveBackAbove(long keep) {
            synchronized (BodyBudget.this) {
                if (held > keep) {
                    freeBytes += held - keep;
                    held = keep;
                }
            }
            admit();
        }
    }
}
