package dev.sluice.local.botapi.core;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one bot, after TQueue.cpp (TELEGRAM.md 1.2 to 1.6). Not thread-safe.
 *
 * <p>Answers copy updates; only an offset deletes them. The last id survives as a tombstone when its update goes, so that
 * numbering continues.
 */
public final class UpdateQueue {

    static final int MAX_EVENTS = 100_000;
    static final long MAX_TOTAL_BYTES = 1L << 27;
    static final int MAX_EVENT_BYTES = 1 << 19;
    static final int MAX_ID = 2_000_000_000;
    static final int MIN_FIRST_ID = 2_000_001;
    static final int FUTURE_TOLERANCE = 10;

    private final RandomGenerator random;
    private final UpdateRing ring = new UpdateRing();
    private long totalBytes;

    /** Next id to be assigned; 0 as long as the queue was never created. */
    private int tail;

    private boolean tombstone;

    public UpdateQueue(RandomGenerator random) {
        this.random = random;
    }

    /** Appends an update, or says why not: when the queue is full it is the newest that is lost (1.4). */
    public Pushed push(UpdateBytes bytes, long expiresAt) {
        if (bytes.length() > MAX_EVENT_BYTES) {
            return Pushed.refused(Pushed.Outcome.TOO_BIG);
        }
        // The tombstone still counts here: the server looks at the limit before it erases it.
        if (ring.size() + (tombstone ? 1 : 0) >= MAX_EVENTS || totalBytes > MAX_TOTAL_BYTES - bytes.length()) {
            return Pushed.refused(Pushed.Outcome.QUEUE_FULL);
        }
        IdRanges cleared = IdRanges.NONE;
        if (tail + 1 >= MAX_ID) {
            cleared = removeAll();
            tail = 0;
        }
        if (tail == 0) {
            tail = random.nextInt(MIN_FIRST_ID, MAX_ID / 2 + 1);
        }
        tombstone = false;
        int id = tail++;
        totalBytes += bytes.length();
        ring.add(new QueuedUpdate(id, bytes.numbered(id), expiresAt));
        return new Pushed(Pushed.Outcome.QUEUED, id, cleared);
    }

    /** One look with an offset, row by row of TELEGRAM.md 1.2. Deletes what the offset confirms. */
    public Fetch fetch(int offset, int limit, long nowSeconds) {
        IdRanges dropped = offset < 0 ? keepNewest(-(long) offset) : IdRanges.NONE;
        int from = offset <= 0 ? head() : offset;
        Fetch.Resolution resolution = resolve(offset, from);
        if (resolution == Fetch.Resolution.FUTURE_FALLBACK || resolution == Fetch.Resolution.PAST_FALLBACK) {
            from = head();
        }
        IdRanges.Builder confirmed = new IdRanges.Builder();
        IdRanges.Builder unseen = new IdRanges.Builder();
        for (QueuedUpdate head = ring.head(); head != null && head.id() < from; head = ring.head()) {
            (head.wasHandedOut() ? confirmed : unseen).add(head.id());
            forgetHead(head);
        }
        IdRanges.Builder expired = new IdRanges.Builder();
        List<QueuedUpdate> ready = collect(limit, nowSeconds, expired);
        return new Fetch(ready, from, resolution, confirmed.build(), unseen.build(), dropped, expired.build());
    }

    private Fetch.Resolution resolve(int offset, int from) {
        if (tail == 0) {
            return Fetch.Resolution.NOT_CREATED;
        }
        if (offset < 0) {
            return Fetch.Resolution.NEGATIVE;
        }
        if (offset == 0) {
            return Fetch.Resolution.HEAD;
        }
        if (from >= MAX_ID || from > tail + FUTURE_TOLERANCE) {
            return Fetch.Resolution.FUTURE_FALLBACK;
        }
        if (from < head() - MAX_EVENTS) {
            return Fetch.Resolution.PAST_FALLBACK;
        }
        if (from > tail) {
            return Fetch.Resolution.BEYOND_TAIL;
        }
        return from <= head() ? Fetch.Resolution.UP_TO_HEAD : Fetch.Resolution.WITHIN_QUEUE;
    }

    /** The oldest that are not expired; what is expired on the way is removed (TQueue.cpp:443). */
    private List<QueuedUpdate> collect(int limit, long nowSeconds, IdRanges.Builder expired) {
        List<QueuedUpdate> ready = new ArrayList<>(Math.min(limit, ring.size()));
        for (int slot = 0; slot < ring.slots(); slot++) {
            QueuedUpdate update = ring.at(slot);
            if (update == null) {
                continue;
            }
            if (update.isExpired(nowSeconds)) {
                expired.add(update.id());
                forgetAt(slot, update);
            } else if (ready.size() == limit) {
                break;
            } else {
                ready.add(update);
            }
        }
        return ready;
    }

    /** The minute's clean-up: expired updates from the head up to the second one that still lives (TQueue.cpp run_gc). */
    public IdRanges collectGarbage(long nowSeconds) {
        IdRanges.Builder expired = new IdRanges.Builder();
        boolean metLiving = false;
        for (int slot = 0; slot < ring.slots(); slot++) {
            QueuedUpdate update = ring.at(slot);
            if (update == null) {
                continue;
            }
            if (update.isExpired(nowSeconds)) {
                expired.add(update.id());
                forgetAt(slot, update);
            } else if (metLiving) {
                break;
            } else {
                metLiving = true;
            }
        }
        return expired.build();
    }

    /** Drops everything, as {@code drop_pending_updates} and logOut do; numbering continues (1.3). */
    public IdRanges clear() {
        if (ring.size() == 0) {
            return IdRanges.NONE;
        }
        IdRanges dropped = removeAll();
        tombstone = true;
        return dropped;
    }

    /** Starts a new id sequence: pending updates are lost, the next one gets {@code nextId} (1.6). */
    public IdRanges restartAt(int nextId) {
        IdRanges lost = removeAll();
        tail = nextId;
        return lost;
    }

    /** The bot's queue is on another server now: nothing pending, and the next id is drawn at random (1.6). */
    public IdRanges move() {
        return restartAt(0);
    }

    /** Number of pending updates, expired ones included until somebody looks; the tombstone is no update (1.4). */
    public int size() {
        return ring.size();
    }

    /** Id of the first event; when none is left, the tombstone's, or the next id; 0 when the queue does not exist. */
    public int head() {
        QueuedUpdate head = ring.head();
        if (head != null) {
            return head.id();
        }
        return tombstone ? tail - 1 : tail;
    }

    /** The next id to be assigned; 0 when the queue does not exist. */
    public int tail() {
        return tail;
    }

    long totalBytes() {
        return totalBytes;
    }

    private IdRanges keepNewest(long count) {
        // The server counts back over the tombstone as well.
        long keep = tombstone ? count - 1 : count;
        if (ring.size() <= count) {
            return IdRanges.NONE;
        }
        IdRanges.Builder dropped = new IdRanges.Builder();
        for (@Nullable QueuedUpdate head = ring.head(); head != null && ring.size() > keep; head = ring.head()) {
            dropped.add(head.id());
            forgetHead(head);
        }
        return dropped.build();
    }

    private IdRanges removeAll() {
        IdRanges.Builder removed = new IdRanges.Builder();
        for (@Nullable QueuedUpdate head = ring.head(); head != null; head = ring.head()) {
            removed.add(head.id());
            forgetHead(head);
        }
        tombstone = false;
        return removed.build();
    }

    private void forgetHead(QueuedUpdate head) {
        ring.removeHead();
        forgotten(head);
    }

    private void forgetAt(int slot, QueuedUpdate update) {
        ring.removeAt(slot);
        forgotten(update);
    }

    private void forgotten(QueuedUpdate update) {
        totalBytes -= update.bytes().length();
        if (update.id() + 1 == tail) {
            tombstone = true;
        }
    }
}
