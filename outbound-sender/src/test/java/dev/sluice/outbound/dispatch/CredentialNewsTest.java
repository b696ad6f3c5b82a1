package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.sluice.model.Partitions;
import dev.sluice.model.Sender;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.testserver.RawServer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tokens that a person puts there, or changes. */
class CredentialNewsTest {
    private static final Sender HERE = inPartition(0);
    private static final Sender ELSEWHERE = inPartition(1);

    @Test
    void whoTakesAPartitionOverTellsOfTheTokensThereAndOfNoOthers() throws Exception {
        try (DispatchRig rig = rig()) {
            // Given
            rig.tokens("", HERE, ELSEWHERE);

            // When
            String epoch = rig.start().open(0);

            // Then
            assertEquals(
                    List.of(new GateRecord.Credentials(HERE, epoch)), rig.awaitTold(GateRecord.Credentials.class, 1));
            assertInstanceOf(GateRecord.Opened.class, rig.told().get(0), "who speaks is known by then");
        }
    }

    @Test
    void aTokenThatAppearsOrChangesIsToldAtOnceAndOneThatStaysIsNot() throws Exception {
        try (DispatchRig rig = rig()) {
            // Given
            String epoch = rig.start().open(0);

            // When
            rig.tokens("", HERE);
            rig.awaitTold(GateRecord.Credentials.class, 1);
            rig.tokens("", HERE, ELSEWHERE);
            rig.tokens("y", HERE, ELSEWHERE);

            // Then
            GateRecord.Credentials news = new GateRecord.Credentials(HERE, epoch);
            assertEquals(List.of(news, news), rig.awaitTold(GateRecord.Credentials.class, 2));
            await().until(() -> rig.beats(0).size() > 1);
            assertEquals(2, rig.told(GateRecord.Credentials.class).size());
        }
    }

    private static DispatchRig rig() throws Exception {
        return new DispatchRig((request, out) -> RawServer.respond(out, 200, "{}"));
    }

    private static Sender inPartition(int partition) {
        long bot = 110001;
        while (Partitions.forSender(Sender.telegram(bot).text(), DispatchRig.PARTITIONS) != partition) {
            bot++;
        }
        return Sender.telegram(bot);
    }
}
