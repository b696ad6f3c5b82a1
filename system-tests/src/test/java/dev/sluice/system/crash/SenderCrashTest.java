package dev.sluice.system.crash;

import static dev.sluice.system.proxy.FaultAction.HOLD_REQUEST;
import static dev.sluice.system.proxy.FaultAction.HOLD_RESPONSE;
import static dev.sluice.system.proxy.RequestType.PRODUCE;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.check.IngestReport;
import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.proxy.FaultAction;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.Strike;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
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
    private static final int ROWS = 12;
    private static final int PER_SECOND = 30;

    /** A letter: of the rows a to h only this one. */
    private static final String ONLY = System.getProperty("sluice.crash.row", "");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    static Path dir;

    @SuppressWarnings("NullAway.Init")
    private static OutboundStack stack;

    @SuppressWarnings("NullAway.Init")
    private static Survivor sender;

    @BeforeAll
    static void startStack() {
        stack = OutboundStack.start(dir, 1, Map.of());
        sender = new Survivor(stack, ROWS);
    }

    @AfterAll
    static void stopStack() {
        try (OutboundStack closing = stack;
                Survivor last = sender) {
            last.stop();
            IngestReport logs = SendRow.leaks(closing).report();
            assertTrue(logs.clean(), logs::toString);
        }
    }

    /** Rows a to h: each with a load of its own, and the wait for the ends of all of them in common. */
    @Test
    @Tag("R43")
    @Tag("R124")
    void killedAtEveryMoment() throws Exception {
        Map<SendRow, SendRow.Body> rows = new LinkedHashMap<>();
        try {
            moments().forEach((name, moment) -> {
                if (name.startsWith("s-" + ONLY)) {
                    rows.put(new SendRow(name, sender), moment);
                }
            });
            for (int n = 0; n < SendRow.RUNS; n++) {
                for (var row : rows.entrySet()) {
                    row.getKey().begin(n, run -> {
                        // Given
                        run.load.start(PER_SECOND);
                        run.letFlow(40);
                        // When
                        row.getValue().run(run);
                        // Then
                        run.releaseCalls();
                        run.letFlow(60);
                    });
                }
                for (SendRow row : rows.keySet()) {
                    row.end(n);
                }
            }
            rows.keySet().forEach(SendRow::finish);
        } finally {
            rows.keySet().forEach(SendRow::close);
        }
    }

    private static Map<String, SendRow.Body> moments() {
        Map<String, SendRow.Body> moments = new LinkedHashMap<>();
        moments.put("s-a-grant-uncommitted", run -> sender.killAndRestart(run, run.holdGrant(HOLD_REQUEST)));
        moments.put("s-b-grant-committed", run -> sender.killAndRestart(run, run.holdGrant(HOLD_RESPONSE)));
        moments.put("s-c-position-uncommitted", run -> {
            // a call that does not wait for its position is still without an answer when its caller dies
            run.delayAnswers(600);
            Strike strike = run.holdPosition(HOLD_REQUEST);
            // and leaves now
            TimeUnit.MILLISECONDS.sleep(100L + run.random.nextInt(300));
            sender.killAndRestart(run, strike);
        });
        moments.put("s-d-before-call", run -> sender.killAndRestart(run, run.holdPosition(HOLD_RESPONSE)));
        moments.put("s-e-bytes-left", run -> {
            run.holdCalls(3 + run.random.nextInt(10), false);
            sender.kill();
            run.holdNoMore();
            sender.restart();
            // they take effect when their caller is dead
            run.releaseCalls();
        });
        moments.put("s-f-answered", run -> {
            run.holdCalls(3 + run.random.nextInt(10), true);
            run.releaseCalls();
            TimeUnit.MICROSECONDS.sleep(run.random.nextInt(3_000));
            sender.kill();
            sender.restart();
        });
        moments.put("s-g-results-unstored", run -> sender.killAndRestart(run, holdResults(run, HOLD_REQUEST)));
        moments.put("s-h-results-stored", run -> sender.killAndRestart(run, holdResults(run, HOLD_RESPONSE)));
        return moments;
    }

    @Test
    @Tag("R141")
    void restartedInsideACooldown() throws Exception {
        try (SendRow row = new SendRow("s-i-cooldown", sender)) {
            row.repeat(run -> {
                // Given: all bots have been told to wait, known to the gate or not yet
                run.load.start(PER_SECOND);
                run.letFlow(20);
                run.floodOnce(sender.outlastsARestart());
                TimeUnit.MILLISECONDS.sleep(run.random.nextInt(300));
                // When
                if (run.random.nextBoolean()) {
                    sender.stop();
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
        try (SendRow row = new SendRow("s-j-wiped", sender)) {
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(20);
                run.floodOnce(sender.outlastsARestart());
                TimeUnit.MILLISECONDS.sleep(run.random.nextInt(300));
                // When
                sender.kill();
                sender.restartWithoutState();
                run.load.stop();
                // Then
                run.letFlow(30);
            });
        }
    }

    @Test
    void killedAgainAndAgainInBadWeather() throws Exception {
        try (SendRow row = new SendRow("s-k-weather", sender).mixed(LoadMix.FULL)) {
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
        try (SendRow row = new SendRow("s-r-late-positions", sender)) {
            row.repeat(run -> {
                // Given: as many requests as the bots may send in some seconds
                run.load.burst(500);
                run.letFlow(30);
                for (int n = 0; n < 3; n++) {
                    // When: grants stay in the dispatcher's hands for most of a window, and then leave at once
                    Strike strike = run.holdPosition(HOLD_REQUEST);
                    TimeUnit.MILLISECONDS.sleep(400L + run.random.nextInt(600));
                    strike.release();
                    // Then: those of the next window do not come on top of them
                    run.letFlow(60);
                }
            });
        }
    }

    /** Answers are there, and their results are on the way to the broker, or stored. */
    private static Strike holdResults(SendRun run, FaultAction action) {
        run.holdCalls(3 + run.random.nextInt(10), true);
        Strike strike = stack.proxy().arm(FaultRule.at(PRODUCE, action).ofClient(SendRun.RESULTS));
        run.releaseCalls();
        strike.await(SendRun.LONG);
        return strike;
    }
}
