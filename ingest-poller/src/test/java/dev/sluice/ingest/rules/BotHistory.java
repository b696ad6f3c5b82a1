package dev.sluice.ingest.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.ingest.telegram.RejectedElement;
import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.IngestEvent;
import dev.sluice.model.StoredRange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** One bot's life: polls, commits, crashes, and what happens at the server; checked against a memory that forgets nothing. */
final class BotHistory {
    private static final Duration DAY = Duration.ofHours(24);

    /** What is in {@code telegram.updates}. */
    private record Stored(int sequence, int id, String content, Instant at) {}

    private record IdOfSequence(int sequence, int id) {}

    private final Random random;
    private final ModelServer server;
    private final List<Stored> topic = new ArrayList<>();
    private final Map<String, Integer> idOfContent = new HashMap<>();
    private final Map<IdOfSequence, Instant> keys = new HashMap<>();
    private final Map<String, Integer> quarantined = new HashMap<>();
    private final List<String> story = new ArrayList<>();
    private BotProgress progress = BotProgress.none();
    private Instant now = Batches.NOW;
    private int offsetLearnedIn;

    /** As the shell keeps it: whether the last comparison found nothing the same. */
    private boolean newGround;

    int resets;
    int duplicates;
    int gaps;

    BotHistory(long seed) {
        random = new Random(seed);
        server = new ModelServer(random);
    }

    void run(int steps) {
        for (int i = 0; i < steps; i++) {
            int dice = random.nextInt(100);
            if (dice < 40) {
                push();
            } else if (dice < 80) {
                poll(1 + random.nextInt(6), random.nextInt(5) == 0);
            } else if (dice < 86) {
                server.expireSome();
                story.add("expire some");
            } else if (dice < 92) {
                restart();
            } else if (dice < 96) {
                restore();
            } else {
                pass();
            }
        }
    }

    /** In calm weather everything arrives, in a bounded number of polls. */
    void drain() {
        // something usable at the end, or junk would stand at the head for ever
        server.push(false);
        int polls = 0;
        while (poll(100, false)) {
            assertTrue(++polls < 200, "polls without an end");
        }
        Set<String> missing = new TreeSet<>(server.owed);
        missing.removeIf(this::isStored);
        assertEquals(Set.of(), missing, "lost");
    }

    private void push() {
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            server.push(random.nextInt(20) == 0);
        }
        story.add("push " + count + " to " + server.tail());
    }

    private void restart() {
        int offset = progress.nextOffset().orElse(5_000_000);
        int far = random.nextInt(500) == 0 ? 300_000 : 20;
        int id = switch (random.nextInt(4)) {
            case 0 -> server.tail() + far + random.nextInt(300);
            case 1 -> server.tail() - far - random.nextInt(300);
            case 2 -> offset - 1 - random.nextInt(40);
            default ->
                topic.isEmpty()
                        ? offset
                        : topic.get(random.nextInt(topic.size())).id();
        };
        server.restartAt(id);
        story.add("restart at " + id);
    }

    /** From a copy of the last day: a run of updates that were stored, in one sequence. */
    private void restore() {
        List<ModelServer.Update> again = new ArrayList<>();
        for (int i = topic.size() - 1; i >= 0 && again.size() < 40; i--) {
            Stored record = topic.get(i);
            if (record.sequence() != progress.sequence() || record.at().isBefore(now.minus(DAY))) {
                break;
            }
            again.add(new ModelServer.Update(record.id(), record.content(), false));
        }
        // the copy is older than the last few; ten or less, and the offset would delete what is restored
        again = again.subList(Math.min(again.size(), random.nextInt(25)), again.size());
        if (!again.isEmpty()) {
            server.restore(again);
            story.add("restore to " + server.tail());
        }
    }

    private void pass() {
        Duration time = random.nextInt(4) == 0 ? Duration.ofHours(30) : Duration.ofMinutes(random.nextInt(90));
        now = now.plus(time);
        if (time.compareTo(DAY) > 0) {
            server.expireAll();
        }
        story.add("pass " + time);
    }

    /** False when there was nothing. */
    private boolean poll(int limit, boolean crash) {
        OptionalInt sent = progress.nextOffset();
        List<ModelServer.Update> answer = server.get(sent, limit, offsetLearnedIn);
        server.confirmed.forEach(update -> assertTrue(isStored(update.content()), "confirmed, not stored: " + update));
        if (answer.isEmpty()) {
            return false;
        }
        UpdateBatch batch = render(answer);
        Set<Integer> same = new HashSet<>();
        Set<Integer> suspects = BatchRules.suspects(progress, sent, newGround, batch);
        for (SlicedUpdate update : batch.updates()) {
            Integer stored = idOfContent.get(text(batch.copyOf(update)));
            if (suspects.contains(update.updateId()) && stored != null && stored == update.updateId()) {
                same.add(update.updateId());
            }
        }
        if (!suspects.isEmpty()) {
            newGround = same.isEmpty();
        }
        BatchPlan plan =
                BatchRules.plan(Batches.BOT, progress, sent, batch, same, Optional.empty(), now, Batches.LIMITS);
        story.add("poll " + sent + " got " + answer + " seq " + plan.next().sequence() + (crash ? " crash" : ""));
        if (!crash) {
            check(sent, answer, same, plan);
            commit(batch, plan);
        }
        return true;
    }

    private void commit(UpdateBatch batch, BatchPlan plan) {
        for (SlicedUpdate update : plan.store()) {
            String content = text(batch.copyOf(update));
            Stored record = new Stored(plan.next().sequence(), update.updateId(), content, now);
            assertTrue(idOfContent.put(content, record.id()) == null, "stored twice: " + record);
            Instant before = keys.put(new IdOfSequence(record.sequence(), record.id()), now);
            // a server that comes back to an id after two days is not known to have been there
            assertTrue(
                    before == null || before.isBefore(now.minus(Batches.LIMITS.dedupeWindow())),
                    "twice in a sequence: " + record);
            topic.add(record);
        }
        for (RejectedElement element : plan.quarantine()) {
            String content = text(batch.copyOf(element));
            assertEquals(1, quarantined.merge(content, 1, Integer::sum), "twice in quarantine: " + content);
        }
        assertTrue(plan.write() || plan.next().equals(progress), "a change that is not written");
        progress = plan.next();
        if (!batch.updates().isEmpty()) {
            offsetLearnedIn = server.generation();
        }
        duplicates += plan.duplicates();
        for (StoredRange range : progress.recent()) {
            for (int id = range.first(); id <= range.last(); id++) {
                assertTrue(
                        keys.containsKey(new IdOfSequence(range.sequence(), id)),
                        "remembered, not stored: " + id + " of " + range);
            }
        }
    }

    /** What the plan says, worked out again in the plainest way. */
    private void check(OptionalInt sent, List<ModelServer.Update> answer, Set<Integer> same, BatchPlan plan) {
        TreeSet<Integer> ids = new TreeSet<>();
        answer.stream().filter(update -> !update.junk()).forEach(update -> ids.add(update.id()));
        if (ids.isEmpty()) {
            assertEquals(progress.nextOffset(), plan.next().nextOffset());
            assertEquals(Pace.BACK_OFF, plan.pace());
            return;
        }
        assertEquals(OptionalInt.of(ids.last() + 1), plan.next().nextOffset());
        TreeSet<Integer> fresh = new TreeSet<>(ids);
        fresh.removeAll(same);
        boolean ignored = sent.isPresent() && ids.first() < sent.getAsInt();
        boolean otherBytes = fresh.stream().anyMatch(this::isInThisSequence);
        boolean newSequence = !fresh.isEmpty() && (ignored || otherBytes);
        assertEquals(progress.sequence() + (newSequence ? 1 : 0), plan.next().sequence());
        long reset = plan.events().stream()
                .filter(IngestEvent.SequenceReset.class::isInstance)
                .count();
        assertEquals(ignored || newSequence ? 1 : 0, reset);
        resets += (int) reset;

        Set<Integer> missing = new TreeSet<>();
        int from = sent.isPresent() && !ignored ? sent.getAsInt() : ids.first();
        boolean previousFresh = true;
        for (int id : ids) {
            for (int hole = from; hole < id && (previousFresh || fresh.contains(id)); hole++) {
                if (newSequence || !isInThisSequence(hole)) {
                    missing.add(hole);
                }
            }
            previousFresh = fresh.contains(id);
            from = id + 1;
        }
        Set<Integer> published = new TreeSet<>();
        for (IngestEvent event : plan.events()) {
            if (event instanceof IngestEvent.Gap gap) {
                gaps++;
                for (int id = gap.first().orElseThrow(); id <= gap.last().orElseThrow(); id++) {
                    assertTrue(published.add(id), "published twice: " + id);
                }
            }
        }
        assertEquals(missing, published);
    }

    /** As far as it is remembered: what is older than the window may be published as missing. */
    private boolean isInThisSequence(int id) {
        return progress.recent().stream().anyMatch(r -> r.sequence() == progress.sequence() && r.contains(id));
    }

    private boolean isStored(String content) {
        return quarantined.containsKey(content) || idOfContent.containsKey(content);
    }

    private static UpdateBatch render(List<ModelServer.Update> answer) {
        Batches batch = Batches.batch();
        for (ModelServer.Update update : answer) {
            if (update.junk()) {
                batch.withRejected(update.content());
            } else {
                batch.with(update.id(), update.content());
            }
        }
        return batch.build();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return String.join("\n  ", story);
    }
}
