package dev.sluice.outbound.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.RawJson;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateRecordCodecTest {
    private static final String EPOCH = "7-00000000-0000-0001-0000-000000000002";
    private static final Sender BOT = Sender.telegram(110001);

    static Stream<GateRecord> records() {
        return Stream.of(
                new GateRecord.Opened(EPOCH, OptionalLong.of(-1)),
                new GateRecord.Opened(EPOCH, OptionalLong.of(42)),
                new GateRecord.Opened(EPOCH, OptionalLong.empty()),
                new GateRecord.Beat(EPOCH, OptionalLong.of(42), OptionalLong.of(40), 17),
                new GateRecord.Beat(EPOCH, OptionalLong.empty(), OptionalLong.empty(), 0),
                new GateRecord.Sending(5, BOT, "reply-8103", 213),
                new GateRecord.Returned(6, BOT, "a \"quoted\" ünï", ReturnReason.NO_CREDENTIALS, 30_000),
                new GateRecord.Credentials(BOT, EPOCH),
                new GateRecord.Barrier("nonce-1"),
                new GateRecord.Result(new AttemptResult(
                        9,
                        "reply-1",
                        BOT,
                        2,
                        ResultClass.SENT,
                        OptionalInt.of(200),
                        OptionalLong.of(31),
                        OptionalLong.of(0),
                        Optional.of(RawJson.of("{\"message_id\":1,\"type\":\"opened\"}")),
                        Optional.empty())));
    }

    @ParameterizedTest
    @MethodSource("records")
    void whatIsWrittenIsReadAgain(GateRecord original) {
        // When
        GateRecord read = GateRecordCodec.decode(GateRecordCodec.encode(original));

        // Then
        assertEquals(original, read);
    }

    @Test
    void theWordsAreThoseOfThePage() {
        assertEquals(
                "{\"type\":\"opened\",\"epoch\":\"" + EPOCH + "\",\"taken\":null}",
                text(new GateRecord.Opened(EPOCH, OptionalLong.empty())));
        assertEquals(
                "{\"type\":\"returned\",\"grant_id\":6,\"sender\":\"telegram:110001\",\"request_id\":\"a\","
                        + "\"reason\":\"cooldown\",\"rest_ms\":5000}",
                text(new GateRecord.Returned(6, BOT, "a", ReturnReason.COOLDOWN, 5000)));
    }

    @Test
    void credentialsNameTheSenderAndTheDispatcherAndNothingElse() {
        assertEquals(
                "{\"type\":\"credentials\",\"sender\":\"telegram:110001\",\"epoch\":\"" + EPOCH + "\"}",
                text(new GateRecord.Credentials(BOT, EPOCH)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"other\"}",
                "{\"type\":7}",
                "{\"type\":\"beat\"}",
                "{\"type\":\"beat\",\"epoch\":\"yesterday\",\"taken\":1,\"oldest\":null,\"capacity\":1}",
                "{\"type\":\"opened\",\"epoch\":\"7-00000000-0000-0001-0000-000000000002\"}",
                "{\"type\":\"opened\",\"epoch\":\"7-00000000-0000-0001-0000-000000000002\",\"taken\":-2}",
                "{\"type\":\"opened\",\"epoch\":\"7-00000000-0000-0001-0000-000000000002\",\"taken\":1.5}",
                "{\"type\":\"returned\",\"grant_id\":6,\"sender\":\"telegram:1\",\"request_id\":\"a\",\"reason\":\"mood\",\"rest_ms\":1}",
                "{\"type\":\"sending\",\"grant_id\":6,\"sender\":\"bot\",\"request_id\":\"a\",\"ms_since_sent\":1}",
                "{\"type\":\"credentials\",\"sender\":\"telegram:1\"}",
                "{\"type\":\"beat\"",
                "{}",
                "[]",
                "",
            })
    void whatIsNoRecordIsRefused(String value) {
        assertThrows(
                InvalidRecordException.class, () -> GateRecordCodec.decode(value.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void anEpochSaysItsPlace() {
        // Given
        String epoch = Epochs.of(12, new UUID(1, 2));

        // When
        GateRecord.Opened opened = new GateRecord.Opened(epoch, OptionalLong.empty());

        // Then
        assertEquals("12-00000000-0000-0001-0000-000000000002", epoch);
        assertEquals(12, opened.number());
    }

    private static String text(GateRecord gateRecord) {
        return new String(GateRecordCodec.encode(gateRecord), StandardCharsets.UTF_8);
    }
}
