package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ResultClass;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.ReturnReason;
import dev.sluice.testserver.RawServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A 429 stops its bot here and now, and is told before what it causes (O4). */
@Tag("R71")
@Tag("R97")
class DispatcherFloodTest {
    private static final String FLOOD =
            "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 60\","
                    + "\"parameters\":{\"retry_after\":60}}";
    private static final String NO_WAIT = "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests\"}";
    private static final String OK = "{\"ok\":true,\"result\":{}}";

    @Test
    @Tag("R140")
    void whatComesAfterAFloodIsHandedBackAndOtherBotsGoOn() throws Exception {
        try (DispatchRig rig = new DispatchRig(
                (request, out) -> RawServer.respond(out, 429, request.line().contains("/bot110001:") ? FLOOD : OK))) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // When
            rig.grant(0, 1, Attempts.of(Attempts.BOT, 42, epoch, "2"), Attempts.of(Attempts.OTHER_BOT, 43, epoch, "1"));
            GateRecord.Returned returned =
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0);
            rig.awaitTold(GateRecord.Result.class, 2);

            // Then
            assertEquals(
                    ResultClass.FLOOD,
                    rig.told(GateRecord.Result.class).get(0).result().resultClass());
            assertEquals(42, returned.grantId());
            assertEquals(ReturnReason.COOLDOWN, returned.reason());
            assertTrue(returned.restMs() > 50_000 && returned.restMs() <= 60_000, returned.toString());
            assertEquals(2, rig.server.requests().size());
        }
    }

    @Test
    void nothingIsHandedBackBeforeTheFloodIsStored() throws Exception {
        try (DispatchRig rig =
                new DispatchRig(DispatchRig.SETTINGS, false, (request, out) -> RawServer.respond(out, 429, FLOOD))) {
            // Given a flood whose result lies in the producer
            rig.start();
            rig.consumer.hand(List.of(ScriptedConsumer.partition(0)));
            String epoch = rig.opened(0).epoch();
            rig.producer.completeNext();
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // When
            rig.grant(0, 1, Attempts.of(Attempts.BOT, 42, epoch, "2"));
            int beats = rig.beats(0).size();
            await().until(() -> rig.beats(0).size() > beats);
            List<GateRecord> before = rig.told();
            while (rig.producer.completeNext()) {
                // the flood is among them
            }
            rig.awaitTold(GateRecord.Returned.class, 1);

            // Then
            assertEquals(2, before.size(), "opened and the flood");
            assertEquals(1, rig.server.requests().size());
            while (rig.producer.completeNext()) {
                // for a quick end
            }
        }
    }

    @Test
    void aCallThatComesToItsConnectionAfterTheFloodDoesNotGoOut() throws Exception {
        // Given two calls that were taken together, and one connection for both
        try (DispatchRig rig = new DispatchRig(DispatchRig.SETTINGS, true, 1, (request, out) -> {
            Thread.sleep(300);
            RawServer.respond(out, 429, FLOOD);
        })) {
            String epoch = rig.start().open(0);

            // When
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"), Attempts.of(Attempts.BOT, 42, epoch, "2"));
            GateRecord.Returned returned =
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0);

            // Then
            assertEquals(ReturnReason.COOLDOWN, returned.reason());
            assertEquals(1, rig.server.requests().size());
            List<GateRecord> told = rig.told().stream()
                    .filter(some -> !(some instanceof GateRecord.Sending))
                    .toList();
            assertInstanceOf(GateRecord.Result.class, told.get(1), "the flood first");
            assertEquals(returned, told.get(2));
            await().until(() -> rig.dispatcher.openCalls() == 0);
        }
    }

    @Test
    @Tag("R119")
    void aFloodWithoutAWaitStopsTheBotForTheConfiguredPause() throws Exception {
        DispatchSettings pause = new DispatchSettings(
                50, 20, Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofSeconds(90), false);
        try (DispatchRig rig = new DispatchRig(pause, true, (request, out) -> RawServer.respond(out, 429, NO_WAIT))) {
            // Given
            String epoch = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // When
            rig.grant(0, 1, Attempts.of(Attempts.BOT, 42, epoch, "2"));
            GateRecord.Returned returned =
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0);

            // Then
            assertEquals(
                    ResultClass.HELD,
                    rig.told(GateRecord.Result.class).get(0).result().resultClass());
            assertTrue(returned.restMs() > 60_000, returned.toString());
            assertEquals(1, rig.server.requests().size());
        }
    }
}
