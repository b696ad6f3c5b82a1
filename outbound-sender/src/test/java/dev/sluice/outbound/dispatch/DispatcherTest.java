package dev.sluice.outbound.dispatch;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sluice.model.AttemptResult;
import dev.sluice.model.ResultClass;
import dev.sluice.outbound.wire.GateRecord;
import dev.sluice.outbound.wire.ReturnReason;
import dev.sluice.testserver.RawServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** The way of a grant: taken, called, reported. */
class DispatcherTest {
    private static final String OK = "{\"ok\":true,\"result\":{\"message_id\":7}}";

    @Test
    @Tag("R124")
    void thePositionAndTheTakenGrantAreCommittedBeforeTheCall() throws Exception {
        // Given
        List<OffsetAndMetadata> atArrival = new CopyOnWriteArrayList<>();
        DispatchRig[] holder = new DispatchRig[1];
        try (DispatchRig rig = new DispatchRig((request, out) -> {
            atArrival.add(holder[0].consumer.committedNow(0));
            RawServer.respond(out, 200, OK);
        })) {
            holder[0] = rig;
            String epoch = rig.start().open(0);

            // When
            rig.grant(0, 5, Attempts.of(Attempts.BOT, 41, epoch, "42"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // Then
            assertEquals(6, atArrival.get(0).offset());
            assertEquals(
                    new CommitNote(epoch, OptionalLong.of(41)),
                    CommitNote.of(atArrival.get(0)).orElseThrow());
        }
    }

    @Test
    @Tag("R120")
    void theAnswerIsReportedToTheSendersPartitionWithItsTrace() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(1);

            // When
            rig.grant(1, 0, Attempts.of(Attempts.BOT, 41, epoch, "42"));
            AttemptResult result =
                    rig.awaitTold(GateRecord.Result.class, 1).get(0).result();

            // Then
            assertEquals(
                    "POST /bot110001:SIMULATED-token-of-bot-110001-xxxxxx/sendMessage HTTP/1.1",
                    rig.server.requests().get(0).line());
            assertEquals(ResultClass.SENT, result.resultClass());
            assertEquals(41, result.grantId());
            assertEquals(OptionalInt.of(200), result.httpStatus());
            assertTrue(result.msSinceSent().orElseThrow()
                    >= result.msSinceReceived().orElseThrow());
            var stored = rig.producer.history().get(rig.producer.history().size() - 1);
            assertEquals(1, stored.partition());
            assertEquals("telegram:110001", new String(stored.key(), StandardCharsets.UTF_8));
            assertEquals(1, stored.headers().toArray().length);
            assertEquals(
                    "00-1",
                    new String(stored.headers().lastHeader("traceparent").value(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void everythingThatStartsNowIsCommittedAtOnce() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);
            int before = rig.consumer.commits.size();

            // When
            rig.grant(
                    0,
                    0,
                    Attempts.of(Attempts.BOT, 41, epoch, "1"),
                    Attempts.of(Attempts.BOT, 42, epoch, "2"),
                    Attempts.of(Attempts.OTHER_BOT, 43, epoch, "3"));
            rig.awaitTold(GateRecord.Result.class, 3);

            // Then
            assertEquals(before + 1, rig.consumer.commits.size());
        }
    }

    @Test
    void aCommitThatFailsStartsNothingUntilOneSucceeds() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);
            CountDownLatch refused = new CountDownLatch(3);
            for (int i = 0; i < 3; i++) {
                rig.consumer.beforeCommits.add(() -> {
                    refused.countDown();
                    assertEquals(0, rig.server.requests().size());
                    throw new RebalanceInProgressException();
                });
            }

            // When
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // Then
            assertEquals(0, refused.getCount());
            assertEquals(1, rig.server.requests().size());
            assertEquals(0, rig.dispatcher.openCalls());
        }
    }

    @Test
    void aGrantOfAFormerEpochIsPassedInSilence() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);

            // When
            rig.grant(
                    0,
                    0,
                    Attempts.of(Attempts.BOT, 40, "0-00000000-0000-0009-0000-000000000009", "1"),
                    Attempts.of(Attempts.BOT, 41, epoch, "2"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // Then
            assertEquals(1, rig.server.requests().size());
            assertTrue(rig.server.requests().get(0).body().contains("grant 41"));
            assertEquals(2, rig.told().size(), "opened, and one result");
        }
    }

    @Test
    void aGrantWhoseLeaseIsOverIsHandedBack() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);

            // When
            rig.grant(
                    0,
                    0,
                    Attempts.at(Attempts.BOT, 41, epoch, "1", Instant.now().minusSeconds(21)));
            GateRecord.Returned returned =
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0);

            // Then
            assertEquals(ReturnReason.LEASE, returned.reason());
            await().until(() -> rig.consumer.committedNow(0).offset() == 1);
            assertEquals(
                    OptionalLong.of(-1),
                    CommitNote.of(rig.consumer.committedNow(0)).orElseThrow().taken());
            assertEquals(0, rig.server.requests().size());
        }
    }

    /** Every grant of such a gate comes back, for ever; nothing else tells anybody why. */
    @Test
    void aWallClockFarFromTheGatesIsSaid() throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(DispatchLoop.class);
        logged.start();
        logger.addAppender(logged);
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            String epoch = rig.start().open(0);
            Instant hourAgo = Instant.now().minusSeconds(3_600);
            rig.grant(0, 0, Attempts.at(Attempts.BOT, 41, epoch, "1", hourAgo));
            rig.awaitTold(GateRecord.Returned.class, 1);

            // When it goes on like that
            rig.stoodStillNanos.addAndGet(TimeUnit.SECONDS.toNanos(11));
            rig.grant(0, 1, Attempts.at(Attempts.BOT, 42, epoch, "1", hourAgo.plusSeconds(11)));
            rig.awaitTold(GateRecord.Returned.class, 2);

            // Then
            List<String> warned = logged.list.stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(text -> text.contains("wall clock here"))
                    .toList();
            assertEquals(1, warned.size(), warned::toString);
            assertTrue(
                    warned.get(0).startsWith("partition 0: the wall clock here is 3600 s ahead of"), warned::toString);
        } finally {
            logger.detachAppender(logged);
        }
    }

    @Test
    void aProcessThatStoodStillAfterItsCommitSendsNothing() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given a commit within which the process stands still for 5 s: somebody else may have the partition now
            String epoch = rig.start().open(0);
            rig.consumer.beforeCommits.add(() -> rig.stoodStillNanos.addAndGet(TimeUnit.SECONDS.toNanos(5)));

            // When
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"));
            GateRecord.Returned returned =
                    rig.awaitTold(GateRecord.Returned.class, 1).get(0);

            // Then
            assertEquals(ReturnReason.LEASE, returned.reason());
            assertEquals(0, rig.server.requests().size());
            await().until(() -> rig.dispatcher.openCalls() == 0);
        }
    }

    @Test
    void aSenderWithoutTokenIsHandedBackAndHoldsNobodyUp() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            rig.withoutToken.add(Attempts.BOT);
            String epoch = rig.start().open(0);

            // When
            rig.grant(0, 0, Attempts.of(Attempts.BOT, 41, epoch, "1"), Attempts.of(Attempts.OTHER_BOT, 42, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // Then
            GateRecord.Returned returned = rig.told(GateRecord.Returned.class).get(0);
            assertEquals(ReturnReason.NO_CREDENTIALS, returned.reason());
            assertEquals(41, returned.grantId());
            assertEquals(1, rig.server.requests().size());
        }
    }

    @Test
    void aSenderWithAllItsCallsOpenIsHandedBackWhileOthersGoOn() throws Exception {
        DispatchSettings two = new DispatchSettings(
                50, 2, Duration.ofSeconds(4), Duration.ofSeconds(2), Duration.ofSeconds(60), false);
        CountDownLatch answer = new CountDownLatch(1);
        try (DispatchRig rig = new DispatchRig(two, true, (request, out) -> {
            if (request.line().contains("/bot110001:")) {
                answer.await();
            }
            RawServer.respond(out, 200, OK);
        })) {
            // Given
            String epoch = rig.start().open(0);

            // When
            rig.grant(
                    0,
                    0,
                    Attempts.of(Attempts.BOT, 41, epoch, "1"),
                    Attempts.of(Attempts.BOT, 42, epoch, "2"),
                    Attempts.of(Attempts.BOT, 43, epoch, "3"),
                    Attempts.of(Attempts.OTHER_BOT, 44, epoch, "1"));
            rig.awaitTold(GateRecord.Result.class, 1);

            // Then
            assertEquals(44, rig.told(GateRecord.Result.class).get(0).result().grantId());
            assertEquals(
                    List.of(43L),
                    rig.told(GateRecord.Returned.class).stream()
                            .map(GateRecord.Returned::grantId)
                            .toList());
            answer.countDown();
            rig.awaitTold(GateRecord.Result.class, 3);
        }
    }

    @Test
    void aPartitionIsOpenedFromItsCommittedNoteAndBeatsTellWhatIsUnanswered() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (DispatchRig rig = new DispatchRig((request, out) -> {
            answer.await();
            RawServer.respond(out, 200, OK);
        })) {
            // Given
            String former = "6-00000000-0000-0006-0000-000000000006";
            rig.consumer.schedulePollTask(() -> {
                rig.consumer.rebalance(List.of(ScriptedConsumer.partition(0)));
                rig.consumer.commitSync(Map.of(
                        ScriptedConsumer.partition(0),
                        new OffsetAndMetadata(30, new CommitNote(former, OptionalLong.of(17)).metadata())));
            });
            GateRecord.Opened opened = rig.start().opened(0);

            // When
            rig.grant(0, 30, Attempts.of(Attempts.BOT, 41, opened.epoch(), "1"));
            await().until(() ->
                    rig.beats(0).stream().anyMatch(beat -> beat.oldest().isPresent()));
            answer.countDown();
            rig.awaitTold(GateRecord.Result.class, 1);

            // Then
            assertEquals(7, opened.number());
            assertEquals(OptionalLong.of(17), opened.taken());
            assertEquals(OptionalLong.of(17), rig.beats(0).get(0).taken());
            GateRecord.Beat waiting = rig.beats(0).stream()
                    .filter(beat -> beat.oldest().isPresent())
                    .findFirst()
                    .orElseThrow();
            assertEquals(OptionalLong.of(41), waiting.taken());
            assertEquals(OptionalLong.of(41), waiting.oldest());
            assertEquals(49, waiting.capacity());
            await().until(() -> {
                GateRecord.Beat last = rig.beats(0).get(rig.beats(0).size() - 1);
                return last.oldest().isEmpty() && last.capacity() == 50;
            });
        }
    }

    @Test
    void aPartitionThatHeldSomethingButHasNoPositionIsOpenedAsUnknown() throws Exception {
        try (DispatchRig rig = new DispatchRig((request, out) -> RawServer.respond(out, 200, OK))) {
            // Given
            rig.consumer.updateEndOffsets(Map.of(ScriptedConsumer.partition(0), 900L));
            rig.consumer.updateBeginningOffsets(Map.of(ScriptedConsumer.partition(0), 900L));

            // When
            rig.start().open(0);

            // Then
            assertEquals(OptionalLong.empty(), rig.opened(0).taken());
            assertEquals(900, rig.consumer.committedNow(0).offset());
        }
    }
}
