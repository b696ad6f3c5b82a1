package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-1.4")
class QueueLimitsTest {

    private static final long LATER = 2_000_000_000L;

    private final UpdateQueue queue = new UpdateQueue(new Random(3));

    @Test
    void theFirstIdIsRandomWithinItsRange() {
        for (int seed = 0; seed < 200; seed++) {
            int id = push(new UpdateQueue(new Random(seed)), 10).id();
            assertTrue(id >= 2_000_001 && id <= 1_000_000_000, "seed " + seed + ": " + id);
        }
    }

    @Test
    void idsFollowEachOther() {
        int first = push(queue, 10).id();

        assertEquals(first + 1, push(queue, 10).id());
        assertEquals(first + 2, push(queue, 10).id());
    }

    @Test
    void whenFullTheNewestIsDropped() {
        queue.restartAt(5_000_000);
        for (int n = 0; n < 100_000; n++) {
            assertEquals(Pushed.Outcome.QUEUED, push(queue, 10).outcome());
        }

        assertEquals(Pushed.Outcome.QUEUE_FULL, push(queue, 10).outcome());
        assertEquals(5_000_000, queue.head());
        assertEquals(100_000, queue.size());
        queue.fetch(5_000_001, 1, 0);
        assertEquals(5_100_000, push(queue, 10).id());
    }

    @Test
    void a128MebibytesAreTheMost() {
        for (int n = 0; n < 256; n++) {
            assertEquals(Pushed.Outcome.QUEUED, push(queue, 1 << 19).outcome());
        }

        assertEquals(Pushed.Outcome.QUEUE_FULL, push(queue, 1).outcome());
        queue.fetch(queue.head() + 1, 1, 0);
        assertEquals(Pushed.Outcome.QUEUED, push(queue, 1 << 19).outcome());
    }

    @Test
    void anUpdateOfMoreThan512KibibytesIsSilentlyNotQueued() {
        assertEquals(Pushed.Outcome.TOO_BIG, push(queue, (1 << 19) + 1).outcome());
        assertEquals(0, queue.size());
    }

    @Test
    void theTombstoneKeepsTheNumberingAndIsNoUpdate() {
        queue.restartAt(700);
        push(queue, 10);
        queue.fetch(701, 1, 0);

        assertEquals(0, queue.size());
        assertEquals(700, queue.head());
        assertEquals(701, queue.tail());
        assertEquals(701, push(queue, 10).id());
        assertEquals(701, queue.head());
    }

    @Test
    void clearingKeepsTheNumbering() {
        queue.restartAt(700);
        push(queue, 10);
        push(queue, 10);

        assertEquals(IdRanges.of(700, 701), queue.clear());
        assertEquals(702, push(queue, 10).id());
    }

    @Test
    void aNegativeOffsetCountsBackOverTheTombstone() {
        // Given 700 alive and the last, 701, expired into a tombstone
        queue.restartAt(700);
        queue.push(bytes(10), LATER);
        queue.push(bytes(10), LATER);
        queue.push(bytes(10), 10);
        assertEquals(IdRanges.of(702, 702), queue.fetch(0, 100, 11).expired());

        // When all but the last one are dropped, then the tombstone was that one
        assertEquals(IdRanges.of(700, 701), queue.fetch(-1, 100, 11).dropped());
    }

    @Test
    void atTheEndOfTheNumbersPendingUpdatesAreLostAndIdsStartAtRandom() {
        queue.restartAt(1_999_999_997);
        assertEquals(1_999_999_997, push(queue, 10).id());
        assertEquals(1_999_999_998, push(queue, 10).id());

        Pushed wrapped = push(queue, 10);

        assertEquals(IdRanges.of(1_999_999_997, 1_999_999_998), wrapped.cleared());
        assertTrue(wrapped.id() <= 1_000_000_000);
        assertEquals(1, queue.size());
    }

    @Test
    void growingKeepsOrderAcrossTheRing() {
        Random random = new Random(11);
        queue.restartAt(1000);
        int head = 1000;
        int tail = 1000;
        for (int round = 0; round < 2000; round++) {
            for (int n = random.nextInt(9); n > 0; n--) {
                assertEquals(tail++, push(queue, 1).id());
            }
            head = Math.min(tail, head + random.nextInt(9));
            Fetch fetch = queue.fetch(head, 100, 0);
            for (int n = 0; n < fetch.updates().size(); n++) {
                assertEquals(head + n, fetch.updates().get(n).id());
            }
            assertEquals(tail - head, queue.size());
        }
    }

    private static Pushed push(UpdateQueue queue, int length) {
        return queue.push(bytes(length), LATER);
    }

    private static UpdateBytes bytes(int length) {
        return UpdateBytes.fragment(new byte[length]);
    }
}
