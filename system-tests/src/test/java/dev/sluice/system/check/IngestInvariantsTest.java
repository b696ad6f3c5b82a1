package dev.sluice.system.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.broker.EmbeddedKafka;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Plants each violation and sees it reported, and nothing else with it. */
class IngestInvariantsTest {
    @TempDir
    static Path dir;

    @SuppressWarnings("NullAway.Init")
    private static EmbeddedKafka kafka;

    @SuppressWarnings("NullAway.Init")
    private HandWritten poller;

    @SuppressWarnings("NullAway.Init")
    private CommittedReader reader;

    @BeforeAll
    static void startKafka() {
        kafka = EmbeddedKafka.in(dir).start();
    }

    @AfterAll
    static void stopKafka() {
        kafka.close();
    }

    @BeforeEach
    void storeOneGoodBatch(TestInfo test) throws Exception {
        poller = new HandWritten(
                kafka.bootstrapServers(), test.getTestMethod().orElseThrow().getName());
        reader = new CommittedReader(
                kafka.bootstrapServers(),
                poller.updates,
                List.of(poller.updates, poller.checkpoints, poller.quarantine));
        poller.given(100, 104)
                .begin()
                .store(100, 104)
                .checkpoint(100, 104, "a", 1)
                .commit();
        poller.confirmed(100, 104);
    }

    @AfterEach
    void close() {
        poller.close();
        reader.close();
    }

    @Test
    void whatIsRightIsClean() throws Exception {
        // Given
        poller.begin().store(105, 106).checkpoint(100, 106, "a", 1).abort();
        poller.given(105, 108)
                .begin()
                .store(105, 106)
                .checkpoint(100, 106, "b", 2)
                .commit();
        // When
        IngestReport report = check();
        // Then
        assertTrue(report.clean(), report::toString);
        assertEquals(9, report.pushed());
        assertEquals(7, report.stored());
        assertEquals(2, report.waiting());
    }

    @Test
    void aConfirmedUpdateThatIsNotStoredIsLost() throws Exception {
        // Given
        poller.given(105, 107).confirmed(105, 106);
        // When / Then
        assertOnly(Violation.LOST, 2, check());
    }

    @Test
    void anUpdateDeletedUnseenIsLost() throws Exception {
        // Given
        poller.given(105, 105).deletedUnseen(105, 105);
        // When / Then
        assertOnly(Violation.LOST, 1, check());
    }

    @Test
    void anUpdateDroppedByANegativeOffsetIsLost() throws Exception {
        // Given
        poller.given(105, 105).dropped(105, 105);
        // When / Then
        assertOnly(Violation.LOST, 1, check());
    }

    @Test
    void anExpiredUpdateIsNobodysFault() throws Exception {
        // Given
        poller.given(105, 105).expired(105, 105);
        // When / Then
        IngestReport report = check();
        assertTrue(report.clean(), report::toString);
        assertEquals(0, report.waiting());
    }

    @Test
    void anUpdateInQuarantineIsNotLost() throws Exception {
        // Given
        String odd = "{\"update_id\":105,\"odd\":1}";
        poller.given(105, odd).confirmed(105, 105);
        poller.begin().quarantined(HandWritten.sha256(odd), odd).commit();
        // When / Then
        IngestReport report = check();
        assertTrue(report.clean(), report::toString);
    }

    @Test
    void quarantinedBytesThatAreNotTheUpdatesAreNoExcuse() throws Exception {
        // Given
        poller.given(105, 105).confirmed(105, 105);
        poller.begin()
                .quarantined(HandWritten.sha256(HandWritten.content(105)), "{\"update_id\":105}")
                .commit();
        // When / Then
        assertOnly(Violation.LOST, 1, check());
    }

    @Test
    void anUpdateStoredTwiceIsDoubled() throws Exception {
        // Given
        poller.begin().store(103, 104).checkpoint(100, 104, "a", 1).commit();
        // When
        IngestReport report = check();
        // Then
        assertOnly(Violation.DOUBLED, 2, report);
        // the log files show besides that the second copies came with no checkpoint that newly names them
        assertTrue(audit().count(Violation.PARTIAL) > 0);
    }

    @Test
    void aRestartedSequenceMayUseTheSameIdsForOtherUpdates() throws Exception {
        // Given
        poller.restartedSequence().given(103, "{\"update_id\":103,\"other\":1}");
        poller.begin()
                .store(103, "{\"update_id\":103,\"other\":1}")
                .checkpoint(103, 103, "a", 1)
                .commit();
        // When / Then
        IngestReport report = check();
        assertTrue(report.clean(), report::toString);
        assertTrue(audit().clean(), audit()::toString);
    }

    @Test
    void aRestartThatIsNotMarkedDoublesTheName() throws Exception {
        // Given
        poller.restartedSequence().given(103, "{\"update_id\":103,\"other\":1}");
        // When: stored under the old sequence's number
        poller.backToSequence(1)
                .begin()
                .store(103, "{\"update_id\":103,\"other\":1}")
                .checkpoint(100, 104, "a", 1)
                .commit();
        // Then
        assertOnly(Violation.DOUBLED, 1, check());
    }

    @Test
    void aChangedByteIsSeen() throws Exception {
        // Given
        poller.given(105, 105);
        poller.begin()
                .store(105, HandWritten.content(105) + " ")
                .checkpoint(100, 105, "a", 1)
                .commit();
        // When / Then
        IngestReport report = check();
        assertOnly(Violation.ALTERED, 1, report);
        assertEquals(1, report.waiting());
    }

    @Test
    void aCheckpointWithSomeOfItsUpdatesMissingIsPartial() throws Exception {
        // Given
        poller.given(105, 108)
                .begin()
                .store(105, 106)
                .checkpoint(100, 108, "a", 1)
                .commit();
        // When
        IngestReport report = check();
        // Then: the ids, and the offset behind them
        assertOnly(Violation.PARTIAL, 2, report);
        assertEquals(1, audit().count(Violation.PARTIAL));
    }

    @Test
    void updatesWithoutTheirCheckpointArePartial() throws Exception {
        // Given
        poller.given(105, 106).begin().store(105, 106).commit();
        // When / Then
        assertOnly(Violation.PARTIAL, 2, check());
        assertEquals(1, audit().count(Violation.PARTIAL));
    }

    @Test
    void aCheckpointStoredBeforeItsUpdatesIsFoundInTheLogsThoughAllIsThereInTheEnd() throws Exception {
        // Given
        poller.given(105, 108);
        poller.begin().checkpoint(100, 108, "a", 1).commit();
        poller.begin().store(105, 108).commit();
        // When
        IngestReport report = check();
        // Then
        assertTrue(report.clean(), report::toString);
        assertOnly(Violation.PARTIAL, 2, audit());
    }

    @Test
    void aCheckpointOfAnOlderEpochBehindANewerOneIsFenced() throws Exception {
        // Given
        poller.begin().checkpoint(100, 104, "b", 2).commit();
        poller.begin().checkpoint(100, 104, "a", 1).commit();
        // When / Then
        assertOnly(Violation.FENCED, 1, check());
    }

    @Test
    void twoOwnersOfOneEpochAreFenced() throws Exception {
        // Given
        poller.begin().checkpoint(100, 104, "b", 1).commit();
        // When / Then
        assertOnly(Violation.FENCED, 1, check());
    }

    @Test
    void confirmingBeforeStoringIsCaughtThoughItIsStoredLater() throws Exception {
        // Given
        poller.given(105, 106).confirmed(105, 106);
        ApiLedger then = poller.ledger();
        Map<TopicPartition, Long> mark = invariants().mark();
        poller.begin().store(105, 106).checkpoint(100, 106, "a", 1).commit();
        // When
        IngestReport atTheEnd = check();
        IngestReport atThatTime = invariants().checkConfirmedAt(then, mark);
        // Then
        assertTrue(atTheEnd.clean(), atTheEnd::toString);
        assertOnly(Violation.LOST, 2, atThatTime);
    }

    @Test
    void tokensInRecordsAreFoundButNotInTheContentOfUpdates() throws Exception {
        // Given
        String secret = "SIMULATED-token-of-bot-110001-abcde";
        poller.given(105, secret)
                .begin()
                .store(105, secret)
                .checkpoint(100, 105, secret, 1)
                .commit();
        check();
        // When
        IngestReport report =
                new SecretScan(List.of("110001:" + secret)).records(reader).report();
        // Then
        assertOnly(Violation.LEAKED, 1, report);
    }

    private IngestInvariants invariants() {
        return new IngestInvariants(reader, poller.updates, poller.checkpoints, poller.quarantine);
    }

    private IngestReport check() {
        return invariants().check(poller.ledger());
    }

    private IngestReport audit() {
        return TransactionAudit.audit(
                List.of(dir.resolve("node-1/data")),
                bot -> true,
                poller.updates,
                poller.checkpoints,
                poller.quarantine);
    }

    private static void assertOnly(Violation kind, long count, IngestReport report) {
        assertEquals(count, report.count(kind), report::toString);
        for (Violation other : Violation.values()) {
            assertTrue(other == kind || report.count(other) == 0, report::toString);
        }
    }
}
