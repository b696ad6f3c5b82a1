package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.send.SendReport;
import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
import dev.sluice.system.proxy.FaultAction;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.RequestType;
import dev.sluice.system.proxy.Strike;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * A sender dies before its gate has read a 429 of each bot. Cancels are stored meanwhile, and a backlog of requests that takes
 * long to read, {@code -Dsluice.crash.backlog} of them. Back again it has to heed both before it grants anything, and need not
 * read the backlog for that. Nobody waits until all is sent; what was sent up to then is checked.
 */
class SenderBacklogTest {
    private static final int BACKLOG = Integer.getInteger("sluice.crash.backlog", 20_000);

    /** Accepted before the sender dies, and mostly waiting then. */
    private static final int HEAD = 400;

    /** An API that has just been started reads the first calls late, and so has them closer together than they were sent. */
    private static final int WARM_UP_PER_SECOND = 30;

    /** Of the last ones of the head. */
    private static final int CANCELS = 20;

    /** Longer than it takes to write the backlog and to start the sender. */
    private static final int COOLDOWN_SECONDS = 12 + BACKLOG / 15_000;

    /** Requests that Kafka Streams may have in its hands when it hears of the commands. */
    private static final int BUFFERED = 2_000;

    private static final Duration ALL_READ = Duration.ofMinutes(8);
    private static final Duration HEEDED = Duration.ofSeconds(10);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    @Test
    @Tag("R76")
    @Tag("R141")
    @Tag("R144")
    void a429AndCancelsAreHeededBeforeABacklogIsRead() throws Exception {
        for (int n = 0; n < SendRow.RUNS; n++) {
            long seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000)) + n;
            BacklogView view = new BacklogView(BACKLOG);
            try (OutboundStack stack = OutboundStack.start(dir.resolve("run-" + n), 1, Map.of());
                    CommittedReader reader = stack.reader(view)) {
                run(stack, reader, view, seed);
            }
        }
    }

    private static void run(OutboundStack stack, CommittedReader reader, BacklogView view, long seed)
            throws InterruptedException {
        List<Long> bots = stack.freshBots(SendRow.BOTS);
        LoadMix mix = new LoadMix(BACKLOG, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        SenderProcess.Builder builder = SendRow.hasty(stack.sender("backlog", bots))
                .staticMember()
                .heap("1g")
                // at DEBUG each request has a line, and the log is all that is measured
                .with("sluice.log.level", "INFO");
        SenderProcess sender = builder.start();
        try (SendRun run = new SendRun(stack, reader, bots, "backlog", mix, SendRow.LIMITS, seed)) {
            SendRow.awaitReady(sender);
            // Given: 429s that the dispatcher has stored, and a gate that did not get to read them
            run.load.start(WARM_UP_PER_SECOND);
            run.letFlow(40);
            run.load.stop();
            run.load.burst(HEAD);
            run.letFlow(40);
            run.floodOnce(COOLDOWN_SECONDS, 1_500);
            Strike fetch = stack.proxy()
                    .arm(FaultRule.at(RequestType.FETCH, FaultAction.HOLD_REQUEST)
                            .ofClient(SendRun.GATE + "-consumer"));
            fetch.await(SendRun.LONG);
            await("the 429s are stored")
                    .atMost(SendRun.LONG)
                    .until(() -> view.read(reader).floods() == bots.size());
            sender.process().killHard();
            long before = run.calls();
            // When: cancels, and a backlog, and one more cancel behind all that
            Set<String> cancelled = new HashSet<>();
            for (int k = 0; k < CANCELS; k++) {
                cancelled.add(run.load.cancel(k));
            }
            long start = System.nanoTime();
            run.load.burst(BACKLOG - (int) run.load.written());
            String last = run.load.cancel(0);
            print("written", start);
            fetch.drop();
            sender = builder.start();
            SendRow.awaitReady(sender);
            print("ready, with accepted=" + view.read(reader).accepted(), start);
            // Then: cancels are heeded at once, and sends go on after the cooldown
            await("the cancels")
                    .atMost(HEEDED)
                    .until(() -> view.read(reader).cancelled().keySet().containsAll(cancelled));
            print("cancelled after accepted=" + acceptedBefore(view, cancelled), start);
            await("sends").atMost(SendRun.LONG).until(() -> run.calls() >= before + 60);
            print("sending again, with accepted=" + view.read(reader).accepted(), start);
            await("all accepted, but for what was cancelled before")
                    .atMost(ALL_READ)
                    .until(() -> view.read(reader).ends() >= run.load.written());
            print("accepted=" + view.accepted(), start);
            assertTrue(sender.process().stop(SendRun.LONG), "a drain");
            assertEquals(OptionalInt.of(0), sender.process().exitCode(), "a clean drain");
            SendReport report = run.verdictSoFar(List.of());
            print(report + " stored=" + reader.count("outbound.requests") + " seed=" + seed, start);
            assertTrue(report.clean(), report::toString);
            assertEquals(run.load.written(), reader.count("outbound.requests"));
            assertTrue(view.cancelled().containsKey(last), "the cancel behind the backlog");
            int read = acceptedBefore(view, cancelled);
            assertTrue(read <= 2 * HEAD + BUFFERED, () -> read + " requests were read before the cancels");
            cancelled.add(last);
            for (LedgerCall call : stack.calls(bots, 0)) {
                String id = String.valueOf(call.marker());
                assertTrue(view.mayBeSent(id), () -> id + " was not its turn for hours");
                assertFalse(cancelled.stream().anyMatch(job -> job.endsWith("/" + id)), () -> id + " was cancelled");
            }
        } finally {
            stack.proxy().disarmAll();
            sender.close();
        }
    }

    /** The most requests that were accepted in a partition before one of these was cancelled there. */
    private static int acceptedBefore(BacklogView view, Set<String> jobs) {
        return jobs.stream()
                .mapToInt(job -> view.cancelled().getOrDefault(job, 0))
                .max()
                .orElse(0);
    }

    private static void print(String what, long sinceNanos) {
        System.out.println("crash row=s-s-backlog ms=" + (System.nanoTime() - sinceNanos) / 1_000_000 + " " + what);
    }
}
