package dev.sluice.outbound.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Review;
import dev.sluice.model.SendError;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Stored pieces come back as they were. */
class PieceCodecTest {

    @Test
    @Tag("R90")
    @Tag("R133")
    void aJobComesBackWithAllThatIsKnownOfIt() {
        // Given
        SendError telegram = new SendError.Telegram(429, "Too Many", Optional.of(RawJson.of("{\"retry_after\":5}")));
        SendError port = new SendError.UnifyPort("x", Optional.empty(), "m", Optional.of("id"));
        Job job = Job.accepted(
                        Jobs.job("a \u00e4", -7)
                                .bulk()
                                .notBefore(-5)
                                .expiresAt(Long.MAX_VALUE)
                                .spec(),
                        9)
                .granted(77, 1_764_500_000_000L)
                .tried(new Try(77, fact(1, telegram)))
                .tried(new Try(78, fact(2, port)))
                .following()
                .cancelling()
                .known(true)
                .lateSent(new LateSend(1, OptionalInt.of(200), Optional.of(RawJson.of("{}"))))
                .resent(-4, 12);
        // When
        byte[] bytes = PieceCodec.encode(job);
        // Then
        assertEquals(job, PieceCodec.job(bytes));
        byte[] plain = PieceCodec.encode(Job.accepted(Jobs.job("reply-8103", 42).spec(), 1_764_500_000_000_123L));
        assertTrue(plain.length < 120, plain.length + " bytes");
    }

    @Test
    void lanesChatsAndIntentsComeBack() {
        LaneState lane = new LaneState(
                true,
                2,
                3,
                4,
                5,
                Optional.of(Parked.AUTH),
                6,
                -1,
                Optional.of(new LaneState.ChatFlood("@foo", 7, 8)),
                List.of(new WindowSlot(1, 2, 3)));
        ChatState chat = new ChatState(
                "-5", Optional.of("-1005"), 1, Long.MIN_VALUE, 2, List.of(), List.of(new WindowSlot(9, 1, 8)));
        assertEquals(lane, PieceCodec.lane(PieceCodec.encode(lane)));
        assertEquals(chat, PieceCodec.chat(PieceCodec.encode(chat)));
        assertEquals(new Intent("h", 5), PieceCodec.intent(PieceCodec.encode(new Intent("h", 5))));
        PartitionState partition = new PartitionState(1, -1, "", 3);
        assertEquals(partition, PieceCodec.partition(PieceCodec.encode(partition)));
    }

    @Test
    void aFormOfTheFutureIsNotGuessedAt() {
        byte[] bytes = PieceCodec.encode(new Intent("h", 5));
        bytes[0] = 4;
        assertThrows(IllegalStateException.class, () -> PieceCodec.intent(bytes));
    }

    private static Review.Try fact(int attempt, SendError error) {
        return new Review.Try(
                attempt, Instant.ofEpochMilli(5), ResultClass.FLOOD, OptionalInt.of(429), Optional.of(error));
    }
}
