package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.outbound.wire.Epochs;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.testserver.RawServer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A gate whose count of epochs is ahead of what the group knows: it grants to somebody who is not there. */
class OvertakenTest {
    private static final String OK = "{\"ok\":true,\"result\":{\"message_id\":7}}";

    @ParameterizedTest
    @Tag("R124")
    @ValueSource(longs = {1, 9})
    void whoReadsGrantsOfAnEpochNotBelowItsOwnOpensAgainAboveIt(long number) throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String first = rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, first, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // When
            rig.grant(0, 1, Attempts.of(Attempts.BOT, 42, Epochs.of(number, new UUID(7, 7)), "1"));

            // Then
            GateRecord.Opened again = rig.opened(0, 2);
            assertEquals(number + 1, again.number());
            assertEquals(41, again.taken().orElseThrow());
            assertEquals(
                    again.epoch(),
                    CommitNote.of(rig.consumer.committedNow(0)).orElseThrow().epoch());
            rig.grant(
                    0, 2, Attempts.of(Attempts.BOT, 43, first, "1"), Attempts.of(Attempts.BOT, 44, again.epoch(), "1"));
            assertEquals(
                    List.of(41L, 44L),
                    rig.awaitTold(GateRecord.Result.class, 2).stream()
                            .map(told -> told.result().grantId())
                            .toList());
        }
    }

    @Test
    void grantsOfThosePastAreNoReasonToOpenAgain() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            rig.start().open(0);
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, Epochs.of(9, new UUID(7, 7)), "1"));
            String epoch = rig.opened(0, 2).epoch();

            // When
            rig.grant(
                    0,
                    1,
                    Attempts.of(Attempts.BOT, 42, Epochs.of(9, new UUID(8, 8)), "1"),
                    Attempts.of(Attempts.BOT, 43, "no epoch", "1"),
                    Attempts.of(Attempts.BOT, 44, epoch, "1"));

            // Then
            rig.awaitTold(GateRecord.Result.class, 1);
            await().until(() -> rig.beats(0).size() > 2);
            assertEquals(2, rig.told(GateRecord.Opened.class).size());
        }
    }
}
