package dev.sluice.outbound.gate;

import static dev.sluice.outbound.gate.Jobs.job;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Priority;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a million waiting jobs cost, and the structures that keep it small. */
class MemoryTest {

    /** A thing with a key. */
    private record Named(String key) implements Keyed {
        @Override
        public boolean isNamed(Keyed.Name name) {
            return name.is(Keyed.Name.of(key).text, Keyed.Name.of(key).number);
        }

        @Override
        public int hash() {
            return Keyed.Name.of(key).hash();
        }
    }

    @Test
    @Tag("C26")
    @Tag("C29")
    void manyJobsOverAsManyChatsCostLittleAndGoAway() {
        // Given
        int count = Integer.getInteger("sluice.jobs", 200_000);
        GateSettings settings = GateSettings.DEFAULT;
        SenderParts parts =
                new SenderParts(settings, new MemoryStores().of(Jobs.BOT), new Outputs(), new Ownership(state -> {}));
        Now now = Now.of(GateFixture.START, GateFixture.START);
        parts.rebuilt();
        long before = heap();
        // When
        List<JobEntry> kept = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Job job = Job.accepted(
                    job("broadcast-7-" + (1_000_000 + i), 5_000_000_000L + i)
                            .bulk()
                            .expiresAt(GateFixture.START + 86_400_000L + i)
                            .spec(),
                    i);
            kept.add(parts.index.add(job, now));
        }
        long each = (heap() - before) / count;
        // Then
        System.err.println("MemoryTest: " + each + " bytes for each of " + count + " jobs in as many chats");
        assertTrue(each < 250, each + " bytes each");
        kept.forEach(entry -> parts.index.remove(entry, now));
        kept.clear();
        assertEquals(0, parts.lanes.size());
        while (parts.lanes.turns.first(Priority.BULK) != null) {
            parts.lanes.turns.leave(Priority.BULK);
        }
        long left = (heap() - before) / count;
        assertTrue(left < 16, left + " bytes each are left");
    }

    @Test
    @Tag("C29")
    void chatsThatHadACallAndAreIdleGiveTheirMemoryBack() {
        // Given
        int count = Integer.getInteger("sluice.jobs", 100_000);
        SenderParts parts = new SenderParts(
                GateSettings.DEFAULT, new MemoryStores().of(Jobs.BOT), new Outputs(), new Ownership(state -> {}));
        parts.rebuilt();
        Now now = Now.of(GateFixture.START, GateFixture.START);
        long before = heap();
        for (int i = 0; i < count; i++) {
            Job job = Job.accepted(job("j" + i, -5_000_000_000L - i).spec(), i);
            JobEntry entry = parts.index.add(job, now);
            parts.lanes.take(entry.chat(), i, 1);
            parts.lanes.sentAfterAll(entry.chat(), i, 1, now.gateMs());
            parts.index.remove(entry, now);
        }
        assertEquals(count, parts.lanes.size());
        // When
        Now later = Now.of(GateFixture.START + 60_010, GateFixture.START + 60_010);
        while (parts.lanes.wake(later, 1_000) > 0) {
            parts.lanes.turns.isEmpty();
        }
        while (parts.lanes.turns.first(Priority.REPLY) != null) {
            parts.lanes.turns.leave(Priority.REPLY);
        }
        // Then
        assertEquals(0, parts.lanes.size());
        long left = (heap() - before) / count;
        assertTrue(left < 16, left + " bytes each are left");
    }

    @Test
    void aNumberIsTheSameChatOnlyWrittenTheSameWay() {
        for (String key :
                List.of("42", "-42", "0", "042", "-0", "-", "", "@name", "999999999999999999", "9999999999999999999")) {
            ChatLane lane = new ChatLane(key);
            assertEquals(key, lane.key());
            assertTrue(lane.isNamed(Keyed.Name.of(key)));
            assertEquals(Keyed.Name.of(key).hash(), lane.hash());
            for (String other : List.of("4", "2", "-43", "00", "@nam")) {
                assertFalse(lane.isNamed(Keyed.Name.of(other)), key + " is not " + other);
            }
        }
    }

    @Test
    void aTableOfKeysHoldsWhatAMapWould() {
        Random random = Seeds.random(getClass());
        KeyTable<Named> table = new KeyTable<>();
        Map<String, Named> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            // first it grows, then it shrinks
            String key = (i % 3 == 0 ? "" : i % 3 == 1 ? "-" : "k") + random.nextInt(i < 50_000 ? 5_000 : 200);
            Named known = map.get(key);
            assertEquals(known, table.get(Keyed.Name.of(key)));
            if (known == null && i < 50_000) {
                Named item = new Named(key);
                map.put(key, item);
                table.add(item);
            } else if (known != null && random.nextBoolean()) {
                map.remove(key);
                table.remove(known);
                assertNull(table.get(Keyed.Name.of(key)));
            }
            assertEquals(map.size(), table.size());
        }
        map.values().forEach(item -> assertEquals(item, table.get(Keyed.Name.of(item.key()))));
    }

    @Test
    void aQueueGivesItsJobsInOrderWhoeverLeaves() {
        Random random = Seeds.random(getClass());
        ChatLane chat = new ChatLane("1");
        List<JobEntry> list = new ArrayList<>();
        @Nullable JobEntry queue = null;
        for (int i = 0; i < 20_000; i++) {
            if (list.isEmpty() || random.nextInt(100) < (i < 10_000 ? 55 : 45)) {
                long order = random.nextInt(3) == 0 ? -i : i;
                JobEntry job = new JobEntry(Job.accepted(job("j" + i, 1).spec(), order), chat);
                list.add(job);
                queue = JobQueue.add(queue, job);
            } else {
                JobEntry job = random.nextBoolean()
                        ? list.get(random.nextInt(list.size()))
                        : list.stream()
                                .min(Comparator.comparingLong(j -> j.order))
                                .orElseThrow();
                list.remove(job);
                queue = JobQueue.remove(queue, job);
            }
            JobEntry first =
                    list.stream().min(Comparator.comparingLong(j -> j.order)).orElse(null);
            assertEquals(first, queue);
        }
    }

    @Test
    void aHeapGivesTheEarliestWhoeverMoves() {
        Random random = Seeds.random(getClass());
        List<JobEntry> list = new ArrayList<>();
        ChatLane chat = new ChatLane("1");
        TimeHeap<JobEntry> heap = new TimeHeap<>(new TimeHeap.Access<JobEntry>() {
            @Override
            public long time(JobEntry job) {
                return job.order;
            }

            @Override
            public int place(JobEntry job) {
                return job.agePlace;
            }

            @Override
            public void place(JobEntry job, int place) {
                job.agePlace = place;
            }
        });
        for (int i = 0; i < 50_000; i++) {
            int dice = random.nextInt(10);
            if (list.isEmpty() || dice < 4) {
                JobEntry job = new JobEntry(Job.accepted(job("j" + i, 1).spec(), random.nextInt(1_000)), chat);
                list.add(job);
                heap.put(job);
            } else if (dice < 7) {
                JobEntry job = list.get(random.nextInt(list.size()));
                job.order = random.nextInt(1_000);
                heap.put(job);
            } else {
                heap.remove(list.remove(random.nextInt(list.size())));
            }
            assertEquals(list.size(), heap.size());
            long first = list.stream().mapToLong(j -> j.order).min().orElse(Long.MAX_VALUE);
            assertEquals(first, heap.firstTime());
            if (list.size() > 60) {
                heap.remove(list.remove(0));
            }
        }
    }

    private static long heap() {
        Runtime runtime = Runtime.getRuntime();
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            used = Math.min(used, runtime.totalMemory() - runtime.freeMemory());
        }
        return used;
    }
}
