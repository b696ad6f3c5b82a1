package dev.sluice.outbound.gate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How near to its limits a sender comes, when records take their time: the figures, without a network's chance. */
class PaceTest {

    private record Event(long at, long number, Runnable what) {}

    private final GateFixture f = new GateFixture();
    private final long start = f.ms;
    private final Random random = Seeds.random(PaceTest.class);
    private final PriorityQueue<Event> agenda =
            new PriorityQueue<>((a, b) -> a.at == b.at ? Long.compare(a.number, b.number) : Long.compare(a.at, b.at));
    private final Map<Long, Long> sentAt = new HashMap<>();

    /** When each job was on the wire. */
    private final Map<String, Long> wire = new TreeMap<>();

    private long numbers;
    private int seen;

    @Test
    @Tag("R80")
    void threeHundredRepliesTakeTenSeconds() {
        // Given
        for (int n = 0; n < 300; n++) {
            f.submit(Jobs.job("r" + n, 1 + n));
        }
        // When
        run(15_000);
        // Then
        assertTook(300, 9_300);
        assertKept(30);
    }

    @Test
    @Tag("R80")
    void threeHundredBulkMessagesTakeTenSecondsToo() {
        // Given
        for (int n = 0; n < 300; n++) {
            f.submit(Jobs.job("b" + n, 1 + n).bulk());
        }
        // When
        run(15_000);
        // Then
        assertTook(300, 10_150);
        assertKept(30);
    }

    @Test
    @Tag("R78")
    void oneChatComesNearItsLimit() {
        // Given
        for (int n = 0; n < 60; n++) {
            f.submit(Jobs.job("c" + n, 7));
        }
        // When
        run(70_000);
        // Then
        assertTook(60, Math.round(59 * 1_000 / 0.98) + 50);
        assertKept(1);
    }

    @Test
    void aReplyGoesPastABulkBacklog() {
        // Given
        for (int n = 0; n < 900; n++) {
            f.submit(Jobs.job("b" + n, 1 + n).bulk());
        }
        Map<String, Long> written = new HashMap<>();
        for (int n = 0; n < 20; n++) {
            String id = "reply" + n;
            long chat = 5_000L + n;
            at(start + 3_000 + n * 700L + random.nextInt(200), () -> {
                written.put(id, f.ms);
                f.submit(Jobs.job(id, chat));
            });
        }
        // When
        run(20_000);
        // Then
        written.forEach((id, ms) -> {
            long took = wire.getOrDefault(id, Long.MAX_VALUE) - ms;
            // what is granted already goes before it, and bulk that had to catch up left a gap behind it
            assertTrue(took <= 300, id + " took " + took + " ms");
        });
        assertKept(30);
    }

    @Test
    void aGateThatLooksSeldomMakesUpForItWhereTheLimitIsHigh() {
        // Given
        GateFixture fast = new GateFixture(Settings.of(new Limit(300, 1_000), new Limit(1, 1_000)));
        for (int n = 0; n < 900; n++) {
            fast.submit(Jobs.job("b" + n, 1 + n).bulk());
        }
        int granted = 0;
        // When
        for (long end = fast.ms + 2_000; fast.ms < end; fast.ms += 25) {
            fast.own();
            fast.gate.advance(fast.now(), 1_000);
            while (granted < fast.out.grants.size()) {
                fast.answer(Answers.of(fast.out.grants.get(granted++), ResultClass.SENT, Reason.SENT, 0, 0));
            }
        }
        // Then
        assertTrue(granted >= 570, granted + " grants in two seconds at 300/s");
    }

    private void run(long ms) {
        for (long end = f.ms + ms; f.ms < end; f.ms++) {
            while (!agenda.isEmpty() && agenda.peek().at <= f.ms) {
                agenda.remove().what.run();
            }
            if ((f.ms - start) % 500 == 0) {
                f.own();
            }
            f.gate.advance(f.now(), 1_000);
            while (seen < f.out.grants.size()) {
                Grant grant = f.out.grants.get(seen++);
                // committed, read, its position committed
                at(f.ms + 18 + random.nextInt(15), () -> received(grant));
            }
        }
    }

    private void received(Grant grant) {
        long at = f.ms;
        for (Attempt.Hold wait : grant.hold()) {
            long over = f.ms + wait.ms();
            if (sentAt.containsKey(wait.grantId())) {
                over = Math.min(over, sentAt.get(wait.grantId()) + wait.msAfterSent());
            }
            at = Math.max(at, over);
        }
        at(at + 1 + random.nextInt(3), () -> send(grant));
    }

    private void send(Grant grant) {
        long sent = f.ms;
        sentAt.put(grant.grantId(), sent);
        wire.put(grant.job().spec().requestId(), sent);
        at(f.ms + 5 + random.nextInt(15), () -> f.answer(Answers.of(grant, ResultClass.SENT, Reason.SENT, 5, 0)));
    }

    private void at(long ms, Runnable what) {
        agenda.add(new Event(ms, numbers++, what));
    }

    private void assertTook(int calls, long atMostMs) {
        assertTrue(wire.size() == calls, wire.size() + " of " + calls + " calls");
        long took = wire.values().stream().mapToLong(Long::longValue).max().orElseThrow() - start;
        assertTrue(took <= atMostMs, took + " ms instead of " + atMostMs);
    }

    private void assertKept(int limit) {
        List<Long> times = new ArrayList<>(wire.values());
        times.sort(null);
        for (int i = limit; i < times.size(); i++) {
            long distance = times.get(i) - times.get(i - limit);
            assertTrue(distance >= 1_010, "call " + i + " after " + distance + " ms");
        }
    }
}
