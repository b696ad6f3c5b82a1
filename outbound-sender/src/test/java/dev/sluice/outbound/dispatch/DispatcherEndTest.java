package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ResultClass;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.testserver.RawServer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How a partition, or the process, is given up: nothing new, and no answer lost that can still be had. */
class DispatcherEndTest {
    private static final String OK = "{\"ok\":true,\"result\":{}}";

    @Test
    void aRevocationWaitsForWhatIsOnTheWireAndForgetsTheRest() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        try (DispatchRig rig = new DispatchRig((request, out) -> {
            arrived.countDown();
            answer.await();
            RawServer.respond(out, 200, OK);
        })) {
            // Given one call on the wire
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            assertTrue(arrived.await(20, TimeUnit.SECONDS));

            // When its partition is revoked while one more grant has just been read
            CompletableFuture<Integer> toldAtTheEnd = new CompletableFuture<>();
            rig.consumer.schedulePollTask(() -> {
                CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS).execute(answer::countDown);
                rig.consumer.rebalance(List.of(ScriptedConsumer.partition(1)));
                toldAtTheEnd.complete(rig.told(GateRecord.Result.class).size());
            });

            // Then
            assertEquals(1, toldAtTheEnd.get(20, TimeUnit.SECONDS), "the result was there before the revocation ended");
            assertEquals(OptionalLong.of(-1), rig.opened(1).taken());
        }
    }

    @Test
    void whatIsNotHandedToAConnectionWhenItsPartitionGoesIsHandedBack() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);

            // When the partition is lost within the very commit that takes the grant
            rig.consumer.beforeCommits.add(() -> rig.consumer.rebalance(List.of()));
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            rig.awaitTold(GateRecord.Returned.class, 1);

            // Then
            assertEquals(0, rig.server.requests().size());
        }
    }

    @Test
    void aStopWaitsForAnswersAndTheirResults() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (DispatchRig rig = new DispatchRig((request, out) -> {
            arrived.countDown();
            Thread.sleep(700);
            RawServer.respond(out, 200, OK);
        })) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            assertTrue(arrived.await(20, TimeUnit.SECONDS));

            // When
            boolean clean = rig.dispatcher.drain(Duration.ofSeconds(10));

            // Then
            assertTrue(clean);
            assertEquals(
                    ResultClass.SENT,
                    rig.told(GateRecord.Result.class).get(0).result().resultClass());
            assertTrue(rig.consumer.closed());
            assertTrue(rig.dispatcher.ended().toCompletableFuture().isDone());
        }
    }

    @Test
    @Tag("R145")
    void aStopThatMissesItsDeadlineReportsUnknown() throws Exception {
        CountDownLatch arrived = new CountDownLatch(1);
        try (DispatchRig rig = new DispatchRig((request, out) -> {
            arrived.countDown();
            new CountDownLatch(1).await();
        })) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            assertTrue(arrived.await(20, TimeUnit.SECONDS));

            // When
            boolean clean = rig.dispatcher.drain(Duration.ofMillis(500));

            // Then
            assertFalse(clean);
            assertEquals(
                    ResultClass.UNKNOWN,
                    rig.told(GateRecord.Result.class).get(0).result().resultClass());
        }
    }

    @Test
    void aResultThatCannotBeStoredIsTriedUntilItIsAndNothingBeginsMeanwhile() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);
            rig.producer.sendException = new TimeoutException("no broker");
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            await().until(() -> rig.dispatcher.unstoredResults() == 1 && rig.dispatcher.openCalls() == 0);

            // When six seconds pass
            rig.stoodStillNanos.addAndGet(TimeUnit.SECONDS.toNanos(6));
            rig.grant(0, 1, Attempts.of(Attempts.BOT, 42, epoch, "1"));
            int beats = rig.beats(0).size();
            await().during(Duration.ofMillis(300))
                    .until(() -> rig.server.requests().size() == 1);
            rig.producer.sendException = null;

            // Then
            assertEquals(beats, rig.beats(0).size(), "who cannot report does not say that it takes grants");
            rig.awaitTold(GateRecord.Result.class, 2);
            assertEquals(41, rig.told(GateRecord.Result.class).get(0).result().grantId());
        }
    }
}
