package dev.sluice.system.crash;

import static dev.sluice.system.proxy.FaultAction.HOLD_REQUEST;
import static dev.sluice.system.proxy.RequestType.FETCH;
import static dev.sluice.system.proxy.RequestType.JOIN_GROUP;
import static dev.sluice.system.proxy.RequestType.OFFSET_COMMIT;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Partitions move from sender to sender: under load, and away from one that stands still and does not know. */
class SenderTakeoverTest {
    private static final int PARTITIONS = 12;
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
    void twoAndThreeSendersThatComeAndGoUnderLoad() throws Exception {
        try (SendRow row = new SendRow("s-l-rebalances", stack).mixed(LoadMix.FULL)) {
            SenderProcess[] senders = {row.startDynamic("p1"), row.startDynamic("p2")};
            int[] started = {2};
            for (SenderProcess sender : senders) {
                SendRow.awaitReady(sender);
            }
            row.repeat(run -> {
                // Given
                run.load.start(PER_SECOND);
                run.letFlow(40);
                // When: one joins, one leaves as in a deploy, one dies
                SenderProcess third = row.startDynamic("p" + ++started[0]);
                await("a share for the third").atMost(SendRun.LONG).until(() -> third.partitions() > 0);
                run.letFlow(40);
                assertEquals(OptionalInt.of(0), row.stop(senders[0]), "a clean drain");
                run.letFlow(40);
                senders[1].process().killHard();
                senders[0] = row.startDynamic("p" + ++started[0]);
                senders[1] = third;
                run.letFlow(80);
                // Then: the next run has two
            });
        }
    }

    @Test
    void aDispatcherIsFrozenPastItsLeaseWithGrantsInHand() throws Exception {
        try (SendRow row = new SendRow("s-m-frozen-dispatcher", stack)) {
            SenderProcess[] pair = {row.startDynamic("p1"), row.startDynamic("p2")};
            for (SenderProcess sender : pair) {
                SendRow.awaitReady(sender);
            }
            row.repeat(run -> {
                // Given: a position that is about to be committed
                run.load.start(PER_SECOND);
                run.letFlow(40);
                int lot = run.random.nextInt(2);
                SenderProcess frozen = pair[lot];
                SenderProcess other = pair[1 - lot];
                Strike strike = stack.proxy()
                        .arm(FaultRule.at(OFFSET_COMMIT, HOLD_REQUEST)
                                .ofClient(frozen.process().name() + "-" + SendRun.DISPATCHER)
                                .nth(1 + run.random.nextInt(10)));
                strike.await(SendRun.LONG);
                // When: it stands still until another has all partitions and its leases are over
                long since = System.nanoTime();
                frozen.process().pause();
                await("all partitions with the other")
                        .atMost(SendRun.LONG)
                        .until(() -> other.partitions() == PARTITIONS);
                long over = SendRow.HASTY_LEASE.plusMillis(1_500).toNanos();
                TimeUnit.NANOSECONDS.sleep(over - (System.nanoTime() - since));
                strike.release();
                frozen.process().resume();
                // Then: it starts nothing of what it holds, and gets a share again
                await("a share for it").atMost(SendRun.LONG).until(() -> frozen.partitions() > 0);
                run.letFlow(60);
            });
        }
    }

    @Test
    void aDispatcherLosesPartitionsWhileItsPositionIsOnItsWay() throws Exception {
        try (SendRow row = new SendRow("s-q-revoked", stack)) {
            row.repeat(run -> {
                // Given: one that wants to join, and a position of the other that is about to be committed
                row.stopAll();
                SenderProcess old = row.startDynamic("old");
                SendRow.awaitReady(old);
                run.load.start(PER_SECOND);
                run.letFlow(40);
                Strike join = stack.proxy()
                        .arm(FaultRule.at(JOIN_GROUP, HOLD_REQUEST).ofClient("fresh-" + SendRun.DISPATCHER));
                SenderProcess fresh = row.startDynamic("fresh");
                join.await(SendRun.LONG);
                Strike commit = stack.proxy()
                        .arm(FaultRule.at(OFFSET_COMMIT, HOLD_REQUEST)
                                .ofClient("old-" + SendRun.DISPATCHER)
                                .nth(1 + run.random.nextInt(10)));
                commit.await(SendRun.LONG);
                // When: the group shares out anew, with records of before in the old one's hands
                join.release();
                TimeUnit.MILLISECONDS.sleep(run.random.nextInt(1_900));
                if (run.random.nextBoolean()) {
                    commit.release();
                } else {
                    commit.drop();
                }
                // Then
                await("a share for the new one").atMost(SendRun.LONG).until(() -> fresh.partitions() > 0);
                run.letFlow(80);
            });
        }
    }

    @Test
    void aGateIsFrozenThatRestartedWithABacklogAndHasReadNothingSince() throws Exception {
        try (SendRow row = new SendRow("s-n-frozen-gate", stack)) {
            row.repeat(run -> {
                // Given: a backlog behind a cooldown, and a gate that has restored it and reads nothing
                row.stopAll();
                SenderProcess first = row.startDynamic("first");
                SendRow.awaitReady(first);
                run.load.start(PER_SECOND);
                run.letFlow(10);
                run.floodOnce(10);
                run.load.stop();
                run.load.burst(150);
                TimeUnit.MILLISECONDS.sleep(1_000);
                assertEquals(OptionalInt.of(0), row.stop(first), "a clean drain");
                Strike strike = stack.proxy()
                        .arm(FaultRule.at(FETCH, HOLD_REQUEST).ofClient("frozen-" + SendRun.GATE + "-consumer"));
                SenderProcess frozen = row.startDynamic("frozen");
                strike.await(SendRun.LONG);
                TimeUnit.MILLISECONDS.sleep(1_000L + run.random.nextInt(2_000));
                // When: it stands still until another has sent some of it
                frozen.process().pause();
                SenderProcess other = row.startDynamic("other");
                await("all partitions with the other")
                        .atMost(SendRun.LONG)
                        .until(() -> other.partitions() == PARTITIONS);
                run.letFlow(60);
                if (run.random.nextBoolean()) {
                    strike.release();
                } else {
                    strike.drop();
                }
                frozen.process().resume();
                // Then: it grants nothing of what it had restored
                await("a share for it").atMost(SendRun.LONG).until(() -> frozen.partitions() > 0);
                run.load.burst(30);
                run.letFlow(60);
                assertEquals(OptionalInt.of(0), row.stop(frozen), "a clean drain");
            });
        }
    }
}
