package dev.sluice.system.crash;

import static dev.sluice.system.proxy.FaultAction.CUT_AFTER;
import static dev.sluice.system.proxy.FaultAction.HOLD_REQUEST;
import static dev.sluice.system.proxy.FaultAction.HOLD_RESPONSE;
import static dev.sluice.system.proxy.RequestType.END_TXN;
import static dev.sluice.system.proxy.RequestType.PRODUCE;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.harness.PollerProcess;
import dev.sluice.system.harness.SystemStack;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.Strike;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Kills, freezes and restarts pollers exactly where it hurts (R40 to R43, cases A5, A8, D4). */
@Tag("R44")
class PollerCrashTest {
    /** A poller's requests carry its transactional id as client id; others do not. */
    private static final String PRODUCERS = "sluice-ingest-";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    @SuppressWarnings("NullAway.Init")
    private static SystemStack stack;

    @BeforeAll
    static void startStack() {
        stack = SystemStack.start(dir, 1, Map.of());
    }

    @AfterAll
    static void stopStack() {
        stack.close();
    }

    @Test
    @Tag("R40")
    void killedWithABatchInHandAndNothingWritten() throws Exception {
        try (CrashRow row = new CrashRow("a-batch-received", stack)) {
            Survivor poller = new Survivor(row);
            row.repeat(run -> {
                Strike strike = poller.strikeBehindBacklog(run, 30, FaultRule.at(PRODUCE, HOLD_REQUEST));
                poller.checkIfAlone(() -> assertEquals(0, run.unsettled()));
                poller.killAndRestart(run, strike);
            });
        }
    }

    @Test
    @Tag("R41")
    void killedWithSomeRecordsOfTheTransactionWritten() throws Exception {
        try (CrashRow row = new CrashRow("b-some-records", stack)) {
            // so small that a transaction of a hundred updates takes a dozen requests
            row.tuned(p -> p.with("sluice.kafka.producer.batch.size", "2000")
                    .with("sluice.kafka.producer.max.request.size", "8000"));
            Survivor poller = new Survivor(row);
            row.repeat(run -> {
                int nth = 2 + run.random.nextInt(6);
                Strike strike = poller.strikeBehindBacklog(
                        run, 100, FaultRule.at(PRODUCE, HOLD_REQUEST).nth(nth));
                // the requests in front of the held one are on their way to the broker, not necessarily written yet
                poller.checkIfAlone(
                        () -> await("some records").atMost(CrashRun.LONG).until(() -> run.unsettled() > 0));
                poller.killAndRestart(run, strike);
            });
        }
    }

    @Test
    @Tag("R41")
    void killedWithAllRecordsOfTheTransactionWritten() throws Exception {
        try (CrashRow row = new CrashRow("c-all-records", stack)) {
            Survivor poller = new Survivor(row);
            row.repeat(run -> {
                Strike strike = poller.strikeBehindBacklog(run, 100, FaultRule.at(END_TXN, HOLD_REQUEST));
                poller.checkIfAlone(() -> assertTrue(run.unsettled() >= 100));
                poller.killAndRestart(run, strike);
            });
        }
    }

    @Test
    @Tag("R42")
    void killedBetweenCommitAndNextPoll() throws Exception {
        try (CrashRow row = new CrashRow("d-committed", stack)) {
            Survivor poller = new Survivor(row);
            row.repeat(run -> {
                Strike strike = poller.strikeBehindBacklog(run, 30, FaultRule.at(END_TXN, HOLD_RESPONSE));
                poller.checkIfAlone(
                        () -> await("the commit").atMost(CrashRun.LONG).until(() -> run.unsettled() == 0));
                poller.killAndRestart(run, strike);
            });
        }
    }

    @Test
    @Tag("R35")
    void aCommitWhoseAnswerIsLostAndThePollerLivesOn() throws Exception {
        try (CrashRow row = new CrashRow("e-lost-answer", stack)) {
            PollerProcess poller = row.startPoller("p1");
            row.awaitPolled();
            row.repeat(run -> {
                Strike strike = run.armBehindBacklog(
                        run.bots, 30, FaultRule.at(END_TXN, CUT_AFTER).ofClient(PRODUCERS));
                run.openGate();
                strike.await(CrashRun.LONG);
                run.startTraffic(200);
                run.letFlow(200);
                assertTrue(poller.process().isAlive());
            });
        }
    }

    @Test
    @Tag("R14")
    void frozenUntilItsShardsHaveMovedAndThenWokenUp() throws Exception {
        try (CrashRow row = new CrashRow("g-frozen", stack)) {
            PollerProcess[] pair = {row.startDynamicPoller("p1"), row.startDynamicPoller("p2")};
            await().atMost(CrashRun.LONG).until(() -> shardsOf(pair[0]) > 0 && shardsOf(pair[1]) > 0);
            row.awaitPolled();
            row.repeat(run -> {
                // Given: one of the two holds a commit that has not reached the broker
                Strike strike = run.armBehindBacklog(
                        run.bots, 30, FaultRule.at(END_TXN, HOLD_REQUEST).ofClient(PRODUCERS));
                run.openGate();
                strike.await(CrashRun.LONG);
                run.startTraffic(100);
                PollerProcess frozen = pair[run.random.nextInt(2)];
                PollerProcess other = frozen == pair[0] ? pair[1] : pair[0];
                // When
                frozen.process().pause();
                await("all shards with the other").atMost(CrashRun.LONG).until(() -> shardsOf(other) == 8);
                strike.release();
                frozen.process().resume();
                // Then: it finds out, steps back, and gets a share again
                await("a share for it").atMost(CrashRun.LONG).until(() -> shardsOf(frozen) > 0);
                run.letFlow(100);
            });
        }
    }

    @Test
    @Tag("R14")
    void twoPollersOfTheSameBotsStartedAtOnce() throws Exception {
        try (CrashRow row = new CrashRow("h-two-at-once", stack)) {
            row.repeat(run -> {
                row.stopAll();
                run.startTraffic(200);
                PollerProcess one = row.startDynamicPoller("p1");
                PollerProcess two = row.startDynamicPoller("p2");
                await("shared out")
                        .atMost(CrashRun.LONG)
                        .until(() -> shardsOf(one) + shardsOf(two) == 8 && shardsOf(one) > 0 && shardsOf(two) > 0);
                run.letFlow(200);
            });
        }
    }

    @Test
    @Tag("R16")
    void rollingRestartUnderLoad() throws Exception {
        try (CrashRow row = new CrashRow("j-rolling-restart", stack)) {
            PollerProcess[] pair = {row.startPoller("p1"), row.startPoller("p2")};
            row.awaitPolled();
            row.repeat(run -> {
                run.startTraffic(300);
                run.letFlow(100);
                for (int i = 0; i < 2; i++) {
                    assertEquals(OptionalInt.of(0), row.stop(pair[i]), "a clean drain");
                    run.noteCrash();
                    pair[i] = row.startPoller("p" + (i + 1));
                    PollerProcess again = pair[i];
                    await("back").atMost(CrashRun.LONG).until(() -> again.isReady() && shardsOf(again) > 0);
                    run.letFlow(100);
                }
            });
        }
    }

    static double shardsOf(PollerProcess poller) {
        return poller.metrics().stream()
                .flatMap(String::lines)
                .filter(line -> line.startsWith("sluice_ingest_shards_owned"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** The one poller of a row that is killed and started again. */
    private static final class Survivor {
        private final CrashRow row;
        private PollerProcess poller;
        private boolean alone;

        Survivor(CrashRow row) {
            this.row = row;
            poller = row.startPoller("p1");
            row.awaitPolled();
        }

        /**
         * Waits for the strike. A coin decides whether all bots of the run are busy, and so several shards write at the same
         * time, or only one: then what is on the broker at the strike is known exactly.
         */
        Strike strikeBehindBacklog(CrashRun run, int perBot, FaultRule rule) {
            alone = run.random.nextBoolean();
            Strike strike =
                    run.armBehindBacklog(alone ? run.bots.subList(0, 1) : run.bots, perBot, rule.ofClient(PRODUCERS));
            run.openGate();
            strike.await(CrashRun.LONG);
            return strike;
        }

        void checkIfAlone(Runnable check) {
            if (alone) {
                check.run();
            }
        }

        void killAndRestart(CrashRun run, Strike strike) {
            run.kill(poller);
            if (run.random.nextBoolean()) {
                strike.drop();
                poller = row.startPoller("p1");
            } else {
                // what it had sent arrives late, when its successor owns the shard
                poller = row.startPoller("p1");
                row.awaitPolled();
                strike.release();
            }
        }
    }
}
