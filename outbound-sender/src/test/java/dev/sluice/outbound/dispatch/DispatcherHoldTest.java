package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Attempt;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.ReturnReason;
import dev.sluice.testserver.RawServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Grants that come before their windows have room. */
class DispatcherHoldTest {
    private static final String OK = "{\"ok\":true,\"result\":{\"message_id\":7}}";
    private static final String FLOOD = "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":60}}";

    /** Of calls that nobody here has made. */
    private static final Attempt.Hold LONG = new Attempt.Hold(17, 800, 1_010);

    /** By the number in the text of the message. */
    private final Map<String, Long> arrivals = new ConcurrentHashMap<>();

    private final RawServer.Handler ok = (request, out) -> {
        arrivals.put(textOf(request.body()), System.nanoTime());
        RawServer.respond(out, 200, OK);
    };

    @Test
    @Tag("R124")
    void aHeldCallIsTakenAtOnceStartedLaterAndHoldsUpNobody() throws Exception {
        try (DispatchRig rig = new DispatchRig(ok)) {
            // Given
            String epoch = rig.start().open(0);
            long granted = System.nanoTime();
            // When
            rig.grant(
                    0,
                    0,
                    Attempts.held(Attempts.of(Attempts.BOT, 41, epoch, "1"), LONG),
                    Attempts.of(Attempts.BOT, 42, epoch, "2"));
            rig.awaitTold(GateRecord.Result.class, 1);
            // Then
            assertEquals(42, rig.told(GateRecord.Result.class).get(0).result().grantId());
            assertTrue(rig.consumer.committedNow(0).metadata().endsWith("taken=42"));
            assertEquals(1, rig.dispatcher.openCalls(), "it has a slot");
            rig.awaitTold(GateRecord.Result.class, 2);
            assertTrue(msBetween(granted, arrivalOf(41)) >= 800);
        }
    }

    @Test
    @Tag("R80")
    void theOwnSendTimeOfTheEarlierCallDecides() throws Exception {
        try (DispatchRig rig = new DispatchRig(ok)) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);
            // When
            Attempt.Hold wait = new Attempt.Hold(41, 15_000, 500);
            rig.grant(0, 1, Attempts.held(Attempts.of(Attempts.BOT, 42, epoch, "2"), wait));
            rig.awaitTold(GateRecord.Result.class, 2);
            // Then
            long distance = msBetween(arrivalOf(41), arrivalOf(42));
            assertTrue(distance >= 490 && distance < 10_000, distance + " ms");
        }
    }

    @Test
    @Tag("R97")
    void aFloodMeanwhileHandsItBackAfterTheFlood() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 429, FLOOD))) {
            // Given
            String epoch = rig.start().open(0);
            // When
            rig.grant(
                    0,
                    0,
                    Attempts.held(Attempts.of(Attempts.BOT, 41, epoch, "1"), LONG),
                    Attempts.of(Attempts.BOT, 42, epoch, "2"));
            GateRecord.Returned returned =
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0);
            // Then
            assertEquals(41, returned.grantId());
            assertEquals(ReturnReason.COOLDOWN, returned.reason());
            assertInstanceOf(GateRecord.Result.class, rig.told().get(1), "the flood first");
            assertEquals(1, rig.server.requests().size());
            await().until(() -> rig.dispatcher.openCalls() == 0);
        }
    }

    @Test
    void aRevocationMeanwhileHandsItBackBeforeItEnds() throws Exception {
        try (DispatchRig rig = new DispatchRig(ok)) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.held(Attempts.of(Attempts.BOT, 41, epoch, "1"), LONG));
            await().until(() -> rig.dispatcher.openCalls() == 1);
            // When
            CompletableFuture<List<GateRecord.Returned>> toldAtTheEnd = new CompletableFuture<>();
            rig.consumer.schedulePollTask(() -> {
                rig.consumer.rebalance(List.of(ScriptedConsumer.partition(1)));
                toldAtTheEnd.complete(rig.told(GateRecord.Returned.class));
            });
            // Then
            List<GateRecord.Returned> told = toldAtTheEnd.get(20, TimeUnit.SECONDS);
            assertEquals(
                    List.of(41L),
                    told.stream().map(GateRecord.Returned::grantId).toList());
            assertEquals(ReturnReason.CLOSING, told.get(0).reason());
            assertEquals(0, rig.server.requests().size());
        }
    }

    @Test
    @Tag("R145")
    void aStopMeanwhileHandsItBack() throws Exception {
        try (DispatchRig rig = new DispatchRig(ok)) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.held(Attempts.of(Attempts.BOT, 41, epoch, "1"), LONG));
            await().until(() -> rig.dispatcher.openCalls() == 1);
            // When
            boolean clean = rig.dispatcher.drain(Duration.ofSeconds(10));
            // Then
            assertTrue(clean);
            assertEquals(
                    ReturnReason.CLOSING,
                    rig.told(GateRecord.Returned.class).get(0).reason());
            assertEquals(0, rig.server.requests().size());
        }
    }

    @Test
    @Tag("R145")
    void aStopThatDoesNotWaitHandsItBackToo() throws Exception {
        try (DispatchRig rig = new DispatchRig(ok)) {
            // Given
            String epoch = rig.start().open(0);
            Attempt.Hold long15s = new Attempt.Hold(17, 15_000, 60_010);
            rig.grant(0, 0, Attempts.held(Attempts.of(Attempts.BOT, 41, epoch, "1"), long15s));
            await().until(() -> rig.dispatcher.openCalls() == 1);
            // When
            rig.dispatcher.close();
            // Then
            assertEquals(
                    ReturnReason.CLOSING,
                    rig.told(GateRecord.Returned.class).get(0).reason());
            assertEquals(0, rig.dispatcher.openCalls());
        }
    }

    @Test
    @Tag("R97")
    void aProcessThatStoodStillMeanwhileHandsItBack() throws Exception {
        try (DispatchRig rig = new DispatchRig(ok)) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.held(Attempts.of(Attempts.BOT, 41, epoch, "1"), LONG));
            await().until(() -> rig.dispatcher.openCalls() == 1);
            // When
            rig.stoodStillNanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
            // Then
            assertEquals(
                    ReturnReason.LEASE,
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0).reason());
            assertEquals(0, rig.server.requests().size());
        }
    }

    private long arrivalOf(long grantId) {
        return Objects.requireNonNull(arrivals.get("grant " + grantId));
    }

    private static String textOf(String body) {
        return body.substring(body.indexOf("grant "), body.indexOf("\"}"));
    }

    private static long msBetween(long from, long to) {
        return TimeUnit.NANOSECONDS.toMillis(to - from);
    }
}
