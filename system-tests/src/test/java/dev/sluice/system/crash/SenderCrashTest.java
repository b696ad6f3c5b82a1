package dev.sluice.system.crash;

import static dev.sluice.system.proxy.FaultAction.HOLD_REQUEST;
import static dev.sluice.system.proxy.FaultAction.HOLD_RESPONSE;
import static dev.sluice.system.proxy.RequestType.OFFSET_COMMIT;
import static dev.sluice.system.proxy.RequestType.PRODUCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.Strike;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a sender exactly where it hurts. Gate and dispatcher share a process and die together; where the strike stands says
 * whose moment it is.
 */
class SenderCrashTest {
    private static final int PER_SECOND = 30;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    @SuppressWarnings("NullAway.Init")
    private static OutboundStack stack;

    @BeforeAll
    static void startStack() {
        stack = OutboundStack.start(dir, 1, Map.of());
    }

    @AfterAll
    static void stopStack() {
        stack.close();
    }

    @Test
    void theGateIsKilledBeforeAGrantIsCommitted() throws Exception {
        try (SendRow row = new SendRow("s-a-grant-uncommitted", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(40);
                Strike strike = run.holdGrant(HOLD_REQUEST);
                // When
                sender.killAndRestart(run, strike);
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    void theGateIsKilledAfterAGrantWasCommitted() throws Exception {
        try (SendRow row = new SendRow("s-b-grant-committed", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(40);
                Strike strike = run.holdGrant(HOLD_RESPONSE);
                // When
                sender.killAndRestart(run, strike);
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    void theDispatcherIsKilledBeforeItsPositionIsCommitted() throws Exception {
        try (SendRow row = new SendRow("s-c-position-uncommitted", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(40);
                Strike strike = stack.proxy()
                        .arm(FaultRule.at(OFFSET_COMMIT, HOLD_REQUEST)
                                .ofClient(SendRun.DISPATCHER)
                                .nth(1 + run.random.nextInt(10)));
                strike.await(SendRun.LONG);
                // a call that does not wait for its position would leave now
                TimeUnit.MILLISECONDS.sleep(run.random.nextInt(200));
                // When
                sender.killAndRestart(run, strike);
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    void theDispatcherIsKilledBetweenItsPositionAndTheCall() throws Exception {
        try (SendRow row = new SendRow("s-d-before-call", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(40);
                Strike strike = stack.proxy()
                        .arm(FaultRule.at(OFFSET_COMMIT, HOLD_RESPONSE)
                                .ofClient(SendRun.DISPATCHER)
                                .nth(1 + run.random.nextInt(10)));
                strike.await(SendRun.LONG);
                // When
                sender.killAndRestart(run, strike);
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    @Tag("R43")
    void theDispatcherIsKilledAfterTheBytesHaveLeft() throws Exception {
        try (SendRow row = new SendRow("s-e-bytes-left", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given: calls that the API has not acted on yet
                run.load.start(PER_SECOND);
                run.letFlow(40);
                run.holdCalls(3 + run.random.nextInt(10), false);
                // When: they take effect when their caller is dead
                sender.kill();
                run.holdNoMore();
                sender.restart();
                run.releaseCalls();
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    @Tag("R124")
    void theDispatcherIsKilledWithTheAnswerOnItsWay() throws Exception {
        try (SendRow row = new SendRow("s-f-answered", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given: calls that have taken effect, and whose answers come now
                run.load.start(PER_SECOND);
                run.letFlow(40);
                run.holdCalls(3 + run.random.nextInt(10), true);
                run.releaseCalls();
                TimeUnit.MICROSECONDS.sleep(run.random.nextInt(3_000));
                // When
                sender.kill();
                sender.restart();
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    @Tag("R124")
    void theDispatcherIsKilledBeforeItsResultsAreStored() throws Exception {
        try (SendRow row = new SendRow("s-g-results-unstored", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given: answers are there, and their results are on the way to the broker
                run.load.start(PER_SECOND);
                run.letFlow(40);
                run.holdCalls(3 + run.random.nextInt(10), true);
                Strike strike =
                        stack.proxy().arm(FaultRule.at(PRODUCE, HOLD_REQUEST).ofClient(SendRun.RESULTS));
                run.releaseCalls();
                strike.await(SendRun.LONG);
                // When: they are lost, or arrive late
                sender.killAndRestart(run, strike);
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    void theDispatcherIsKilledAfterItsResultsWereStored() throws Exception {
        try (SendRow row = new SendRow("s-h-results-stored", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(40);
                run.holdCalls(3 + run.random.nextInt(10), true);
                Strike strike =
                        stack.proxy().arm(FaultRule.at(PRODUCE, HOLD_RESPONSE).ofClient(SendRun.RESULTS));
                run.releaseCalls();
                strike.await(SendRun.LONG);
                // When
                sender.killAndRestart(run, strike);
                // Then
                run.letFlow(60);
            });
        }
    }

    @Test
    @Tag("R141")
    void restartedInsideACooldown() throws Exception {
        try (SendRow row = new SendRow("s-i-cooldown", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given: all bots have been told to wait, known to the gate or not yet
                run.load.start(PER_SECOND);
                run.letFlow(20);
                run.floodOnce(sender.outlastsARestart());
                TimeUnit.MILLISECONDS.sleep(run.random.nextInt(300));
                // When
                if (run.random.nextBoolean()) {
                    assertEquals(OptionalInt.of(0), row.stop(sender.process), "a clean drain");
                } else {
                    sender.kill();
                }
                sender.restart();
                run.load.stop();
                // Then
                run.letFlow(30);
            });
        }
    }

    @Test
    @Tag("R76")
    void itsStateIsWipedInsideACooldown() throws Exception {
        try (SendRow row = new SendRow("s-j-wiped", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(20);
                run.floodOnce(sender.outlastsARestart());
                TimeUnit.MILLISECONDS.sleep(run.random.nextInt(300));
                // When
                sender.kill();
                sender.restart(row.sender("p1").staticMember().wipeState());
                run.load.stop();
                // Then
                run.letFlow(30);
            });
        }
    }

    @Test
    void killedAgainAndAgainInBadWeather() throws Exception {
        try (SendRow row = new SendRow("s-k-weather", stack).mixed(LoadMix.FULL)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                run.startWeather();
                run.load.start(PER_SECOND);
                run.letFlow(100);
                for (int n = 0; n < 2; n++) {
                    sender.kill();
                    sender.restart();
                    run.letFlow(60 + run.random.nextInt(60));
                }
            });
        }
    }

    @Test
    void itsPositionsAreLateWithAllBotsAtTheirLimit() throws Exception {
        try (SendRow row = new SendRow("s-r-late-positions", stack)) {
            Survivor sender = new Survivor(row);
            row.repeat(run -> {
                // Given: as many requests as the bots may send in some seconds
                assertTrue(sender.process.process().isAlive(), "nobody ends in this row");
                run.load.burst(500);
                run.letFlow(30);
                for (int n = 0; n < 3; n++) {
                    // When: grants stay in the dispatcher's hands for most of a window, and then leave at once
                    Strike strike = stack.proxy()
                            .arm(FaultRule.at(OFFSET_COMMIT, HOLD_REQUEST)
                                    .ofClient(SendRun.DISPATCHER)
                                    .nth(1 + run.random.nextInt(5)));
                    strike.await(SendRun.LONG);
                    TimeUnit.MILLISECONDS.sleep(400L + run.random.nextInt(600));
                    strike.release();
                    // Then: those of the next window do not come on top of them
                    run.letFlow(60);
                }
            });
        }
    }

    /** The one sender of a row that is killed and started again. */
    private static final class Survivor {
        private final SendRow row;
        private final long startSeconds;
        private SenderProcess process;

        Survivor(SendRow row) {
            this.row = row;
            long begun = System.nanoTime();
            process = row.startReady("p1");
            startSeconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
        }

        /** Seconds of a cooldown that still runs when it is back, on a slow machine too. */
        int outlastsARestart() {
            return (int) Math.max(12, 2 * startSeconds + 6);
        }

        void kill() {
            process.process().killHard();
        }

        void restart() {
            process = row.startReady("p1");
        }

        void restart(SenderProcess.Builder builder) {
            process = row.start(builder);
            SendRow.awaitReady(process);
        }

        /** A coin decides whether what is held is thrown away, or arrives late, when the successor is at work. */
        void killAndRestart(SendRun run, Strike strike) {
            kill();
            if (run.random.nextBoolean()) {
                strike.drop();
                restart();
            } else {
                restart();
                strike.release();
            }
        }
    }
}
