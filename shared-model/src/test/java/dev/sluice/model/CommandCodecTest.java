package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.sluice.model.Command.Cancel;
import dev.sluice.model.Command.CancelChat;
import dev.sluice.model.Command.Decision;
import dev.sluice.model.Command.Pause;
import dev.sluice.model.Command.Resolve;
import dev.sluice.model.Command.Resume;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class CommandCodecTest {

    private static final Sender BOT = Sender.telegram(123456);

    @ParameterizedTest
    @MethodSource("golden")
    void writesTheContractsFields(Command command, String expected) {
        byte[] json = CommandCodec.encode(command);

        assertEquals(expected, new String(json, StandardCharsets.UTF_8));
        assertEquals(command, CommandCodec.decode(json));
    }

    static Stream<Arguments> golden() {
        return Stream.of(
                arguments(
                        new Cancel(BOT, "r1"),
                        "{\"command\":\"cancel\",\"sender\":\"telegram:123456\",\"request_id\":\"r1\"}"),
                arguments(
                        new CancelChat(BOT, ChatId.of(-100), Optional.of(Instant.parse("2026-11-30T08:00:00Z"))),
                        "{\"command\":\"cancel_chat\",\"sender\":\"telegram:123456\",\"chat_id\":-100,"
                                + "\"before\":\"2026-11-30T08:00:00.000Z\"}"),
                arguments(
                        new CancelChat(BOT, ChatId.of("@Foo\""), Optional.empty()),
                        "{\"command\":\"cancel_chat\",\"sender\":\"telegram:123456\",\"chat_id\":\"@Foo\\\"\","
                                + "\"before\":null}"),
                arguments(
                        new Resolve(BOT, "r1", 2, Decision.RESEND, "desk:127.0.0.1", Optional.of("asked")),
                        "{\"command\":\"resolve\",\"sender\":\"telegram:123456\",\"request_id\":\"r1\",\"attempt\":2,"
                                + "\"decision\":\"resend\",\"by\":\"desk:127.0.0.1\",\"note\":\"asked\"}"),
                arguments(
                        new Resolve(BOT, "r1", 1, Decision.DROP, "ann", Optional.empty()),
                        "{\"command\":\"resolve\",\"sender\":\"telegram:123456\",\"request_id\":\"r1\",\"attempt\":1,"
                                + "\"decision\":\"drop\",\"by\":\"ann\",\"note\":null}"),
                arguments(new Pause(BOT), "{\"command\":\"pause\",\"sender\":\"telegram:123456\"}"),
                arguments(new Resume(BOT), "{\"command\":\"resume\",\"sender\":\"telegram:123456\"}"));
    }

    @Test
    void saysWhoGivesACommandThatHasNoFieldForIt() {
        byte[] pause = CommandCodec.encode(new Pause(BOT), "desk:127.0.0.1");
        Resolve resolve = new Resolve(BOT, "r1", 1, Decision.DROP, "ann", Optional.empty());

        assertEquals(
                "{\"command\":\"pause\",\"sender\":\"telegram:123456\",\"by\":\"desk:127.0.0.1\"}",
                new String(pause, StandardCharsets.UTF_8));
        assertEquals(new Pause(BOT), CommandCodec.decode(pause));
        assertEquals(resolve, CommandCodec.decode(CommandCodec.encode(resolve, "desk:127.0.0.1")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}                                                          | command: missing",
                "{\"command\":\"pause\"}                                     | sender: missing",
                "{\"command\":\"stop\",\"sender\":\"telegram:1\"}            | command: none of cancel, cancel_chat, resolve, pause, resume",
                "{\"command\":\"cancel\",\"sender\":\"telegram:1\"}          | request_id: missing",
                "{\"command\":\"cancel_chat\",\"sender\":\"telegram:1\"}     | chat_id: missing",
                "{\"command\":\"cancel_chat\",\"sender\":\"telegram:1\",\"chat_id\":true} | chat_id: neither integer nor text",
                "{\"command\":\"resolve\",\"sender\":\"telegram:1\",\"request_id\":\"r\",\"decision\":\"sent\",\"by\":\"a\"} | attempt: missing",
                "{\"command\":\"resolve\",\"sender\":\"telegram:1\",\"request_id\":\"r\",\"attempt\":1,\"decision\":\"x\",\"by\":\"a\"} | decision: none of sent, resend, drop",
                "{\"command\":\"resolve\",\"sender\":\"telegram:1\",\"request_id\":\"r\",\"attempt\":1,\"decision\":\"sent\"} | by: missing",
                "[]                                                          | command: not a JSON object",
            })
    void namesTheFieldAndTheFault(String json, String message) {
        InvalidRecordException e = assertThrows(
                InvalidRecordException.class, () -> CommandCodec.decode(json.getBytes(StandardCharsets.UTF_8)));

        assertEquals(message, e.getMessage());
    }
}
