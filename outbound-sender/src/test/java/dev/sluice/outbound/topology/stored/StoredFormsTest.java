package dev.sluice.outbound.topology.stored;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ChatId;
import dev.sluice.model.JobKey;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Params;
import dev.sluice.model.Priority;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.SendError;
import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.ChatState;
import dev.sluice.outbound.gate.Intent;
import dev.sluice.outbound.gate.Job;
import dev.sluice.outbound.gate.JobSpec;
import dev.sluice.outbound.gate.LaneState;
import dev.sluice.outbound.gate.LateSend;
import dev.sluice.outbound.gate.Parked;
import dev.sluice.outbound.gate.PartitionState;
import dev.sluice.outbound.gate.Phase;
import dev.sluice.outbound.gate.Try;
import dev.sluice.outbound.gate.WindowSlot;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StoredFormsTest {
    private static final Sender BOT = Sender.telegram(110001);
    private static final JobKey KEY = new JobKey(BOT, "reply-8103");

    @Test
    void aJobWithEverythingComesBackAsItWas() {
        // Given
        StoredJob job = new StoredJob(full(), new Trace(Optional.of("00-ab-cd-01"), Optional.of("k=v")));

        // When
        byte[] stored = job.encode();

        // Then
        assertEquals(job, StoredJob.decode(KEY, stored));
        assertEquals(job.trace(), StoredJob.traceOf(stored));
    }

    @Test
    void aJobWithNextToNothingComesBackAsItWasAndIsSmall() {
        StoredJob job = new StoredJob(waiting(), Trace.NONE);

        byte[] stored = job.encode();

        assertEquals(job, StoredJob.decode(KEY, stored));
        assertTrue(stored.length < 110, () -> stored.length + " bytes");
    }

    /** What stands here was written by a release: a change of the form wants a new version, and a way to read this one. */
    @Test
    void theFormOfAJobIsPinned() {
        assertEquals(
                "01000008" + "68617368" + "16" + "73656e644d657373616765" + "01" + "04" + "3432" + "00" + "01" + "04"
                        + "3432" + "00" + "02" + "00" + "f49403" + "00" + "01" + "e8b105" + "0a" + "00" + "00" + "00"
                        + "12" + "00" + "0a" + "01" + "00" + "00" + "00" + "00" + "00" + "00",
                HexFormat.of().formatHex(new StoredJob(waiting(), Trace.NONE).encode()));
    }

    @Test
    void anotherVersionIsNotGuessedAt() {
        byte[] stored = new StoredJob(waiting(), Trace.NONE).encode();
        stored[0] = 2;

        assertThrows(IllegalStateException.class, () -> StoredJob.decode(KEY, stored));
    }

    @Test
    void aCutValueIsRefused() {
        byte[] stored = new StoredJob(full(), Trace.NONE).encode();

        for (int length = 1; length < stored.length; length++) {
            byte[] cut = Arrays.copyOf(stored, length);
            assertThrows(IllegalStateException.class, () -> StoredJob.decode(KEY, cut), "at " + length);
        }
    }

    @Test
    void lanesChatsAndPartitionsComeBackAsTheyWere() {
        List<WindowSlot> slots = List.of(new WindowSlot(7, 3, 1_764_489_600_123L), new WindowSlot(8, 1, 5));
        LaneState lane = new LaneState(
                true,
                3,
                1_764_489_600_000L,
                2,
                9,
                Optional.of(Parked.AUTH),
                11,
                -1,
                Optional.of(new LaneState.ChatFlood("@foo", 1, 2)),
                slots);
        ChatState chat = new ChatState("-42", Optional.of("-100"), 5, Long.MIN_VALUE, 6, slots, List.of());
        PartitionState partition = new PartitionState(Long.MAX_VALUE, 7, "0e8c", -1);

        assertEquals(lane, StoredLanes.lane(StoredLanes.encode(lane)));
        assertEquals(LaneState.START, StoredLanes.lane(StoredLanes.encode(LaneState.START)));
        assertEquals(chat, StoredLanes.chat("-42", StoredLanes.encode(chat)));
        assertEquals(partition, StoredLanes.partition(StoredLanes.encode(partition)));
    }

    @Test
    void intentsAndCooldownsComeBackAsTheyWere() {
        Intent intent = new Intent("hash", 1_764_489_600_000L);

        assertEquals(intent, StoredIntents.intent(StoredIntents.encode(intent)));
        assertEquals(-5, StoredIntents.cooldown(StoredIntents.encodeCooldown(-5)));
    }

    @Test
    void contentKeepsItsBytesAndItsHashKnowsNoCaseOfMethods() {
        String odd = "{ \"text\" : \"\\u0041\",\"n\":9007199254740993 }";
        StoredContent content = new StoredContent("sendMessage", Params.of(odd));

        StoredContent back = StoredContent.decode(content.encode());

        assertEquals(content, back);
        assertArrayEquals(RawJson.of(odd).toBytes(), back.params().json().toBytes());
        assertEquals(content.hash(), new StoredContent("SENDMESSAGE", Params.of(odd)).hash());
        assertNotEquals(content.hash(), new StoredContent("sendMessage", Params.of("{}")).hash());
    }

    @Test
    void keysSayWhatTheyStandFor() {
        assertEquals(KEY, Keys.toJob(Keys.job(KEY)));
        assertEquals(BOT, Keys.toSender(Keys.sender(BOT)));
        assertEquals(Keys.LaneKind.PARTITION, Keys.kindOfLane(Keys.partition()));
        assertEquals(Keys.LaneKind.SENDER, Keys.kindOfLane(Keys.lane(BOT)));
        assertEquals(BOT, Keys.senderOfLane(Keys.lane(BOT)));
        byte[] chat = Keys.chat(BOT, "@zażółć");
        assertEquals(Keys.LaneKind.CHAT, Keys.kindOfLane(chat));
        assertEquals(BOT, Keys.senderOfLane(chat));
        assertEquals("@zażółć", Keys.chatOfLane(chat));
    }

    @Test
    void intentsStandByTheirTime() {
        byte[] early = Keys.intentByTime(1_000, KEY);
        byte[] late = Keys.intentByTime(70_000, KEY);

        assertTrue(Arrays.compareUnsigned(early, late) < 0);
        assertTrue(Arrays.compareUnsigned(early, Keys.intentsFrom(1_001)) < 0);
        assertTrue(Arrays.compareUnsigned(Keys.intentsFrom(1_000), early) < 0);
        assertTrue(Arrays.compareUnsigned(Keys.intent(KEY), Keys.intentsFrom(0)) < 0);
        assertEquals(KEY, Keys.jobOfIntentByTime(late));
    }

    private static Job waiting() {
        JobSpec spec = new JobSpec(
                BOT,
                KEY.requestId(),
                "hash",
                "sendMessage",
                Optional.of(ChatId.of(42)),
                Optional.of("42"),
                false,
                1,
                Priority.REPLY,
                25_914,
                OptionalLong.empty(),
                OptionalLong.of(44_148),
                5,
                OnUnknown.HOLD,
                Optional.empty());
        return new Job(spec, Phase.WAITING, 9, 0, 5, -1, 0, false, false, false, List.of(), Optional.empty());
    }

    private static Job full() {
        JobSpec spec = new JobSpec(
                BOT,
                KEY.requestId(),
                "hash",
                "sendMessage",
                Optional.of(ChatId.of("@Foo")),
                Optional.of("@foo"),
                true,
                10,
                Priority.BULK,
                1_764_489_600_123L,
                OptionalLong.of(1),
                OptionalLong.of(Long.MAX_VALUE / 2),
                7,
                OnUnknown.RESEND,
                Optional.of("110001:8103"));
        SendError telegram = new SendError.Telegram(
                429, "Too Many Requests: retry after 5", Optional.of(RawJson.of("{\"retry_after\":5}")));
        SendError unifyPort = new SendError.UnifyPort("rate_limited", Optional.empty(), "slow", Optional.of("r-1"));
        return new Job(
                spec,
                Phase.IN_FLIGHT,
                -9,
                2,
                7,
                1_764_489_600_123_004L,
                1_764_489_600_124L,
                true,
                true,
                true,
                List.of(
                        new Try(
                                5,
                                new Review.Try(
                                        1,
                                        Instant.ofEpochMilli(77),
                                        ResultClass.FLOOD,
                                        OptionalInt.of(429),
                                        Optional.of(telegram))),
                        new Try(
                                6,
                                new Review.Try(
                                        2,
                                        Instant.ofEpochMilli(78),
                                        ResultClass.UNKNOWN,
                                        OptionalInt.empty(),
                                        Optional.of(unifyPort)))),
                Optional.of(new LateSend(1, OptionalInt.of(200), Optional.of(RawJson.of("{\"message_id\":7}")))));
    }
}
