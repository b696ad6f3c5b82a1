package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.Gate;
import dev.sluice.model.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DisplaysTest {
    private static final Summary SUMMARY = new Summary(1200, 1199, 2, 1, 3, 4, 17, 1180, 1178, 1, 2);
    private static final String SUMMARY_LINE =
            "summary generated=1200 stored=1199 duplicated=2 lost=1 partial=3 delay_p50_ms=4 delay_p99_ms=17"
                    + " requests=1180 sent=1178 unknown=1 floods=2";

    @Test
    void rowsAreOnePerEventWithoutControlCodes() {
        List<String> lines = shown(out -> new RowDisplay(out, ZoneOffset.UTC));

        assertEquals(
                List.of(
                        "ready api=http://127.0.0.1:8081 kafka=127.0.0.1:9092"
                                + " management=http://127.0.0.1:8401 sender=http://127.0.0.1:8402 logs=.sluice/logs",
                        "TIME         BOT         UPDATE ID KIND                                   CHAT PART    OFFSET"
                                + "    DELAY",
                        "12:00:00.123 110001           8103 message                      -1001234567890   11      1234"
                                + "     3 ms",
                        "12:00:00.123 110001           8103 sent (chat)                  -1001234567890"
                                + "                  980 ms",
                        "12:00:00.123 110001           8103 unknown: lost_response       -1001234567890"
                                + "                  35.0 s",
                        "12:00:00.123 bot 110001  gap  missing=2",
                        "12:00:00.123 flood: bot 110001 waits 3 s",
                        "12:00:03.123 flood over, 41 sent by the other bots meanwhile, bot 110001 goes on",
                        "answers: 1178 of 1180 updates answered once, 0 twice, 2 not yet, 19 have nobody to answer;"
                                + " 0 calls inside a flood's wait",
                        SUMMARY_LINE),
                lines);
    }

    @Test
    void jsonIsOneObjectPerLineAndThePlainSummaryLast() {
        List<String> lines = shown(JsonDisplay::new);

        assertEquals(
                List.of(
                        "{\"type\":\"ready\",\"api\":\"http://127.0.0.1:8081\",\"kafka\":\"127.0.0.1:9092\","
                                + "\"management\":\"http://127.0.0.1:8401\",\"sender\":\"http://127.0.0.1:8402\","
                                + "\"logs\":\".sluice/logs\"}",
                        "{\"type\":\"update\",\"at\":\"2026-11-30T12:00:00.123Z\",\"bot_id\":110001,\"update_id\":8103,"
                                + "\"kind\":\"message\",\"chat_id\":-1001234567890,\"partition\":11,\"offset\":1234,"
                                + "\"delay_ms\":3}",
                        "{\"type\":\"send\",\"at\":\"2026-11-30T12:00:00.123Z\",\"sender\":\"telegram:110001\","
                                + "\"request_id\":\"echo-110001:8103\",\"state\":\"sent\",\"reason\":\"sent\","
                                + "\"method\":\"sendMessage\",\"chat_id\":-1001234567890,\"attempt\":1,"
                                + "\"wait_ms\":980,\"gate\":\"chat\"}",
                        "{\"type\":\"send\",\"at\":\"2026-11-30T12:00:00.123Z\",\"sender\":\"telegram:110001\","
                                + "\"request_id\":\"echo-110001:8103\",\"state\":\"unknown\","
                                + "\"reason\":\"lost_response\",\"method\":\"sendMessage\","
                                + "\"chat_id\":-1001234567890,\"attempt\":1,\"wait_ms\":35000,\"gate\":\"\"}",
                        "{\"type\":\"event\",\"at\":\"2026-11-30T12:00:00.123Z\",\"bot_id\":110001,\"event\":\"gap\","
                                + "\"detail\":\"missing=2\"}",
                        "{\"type\":\"event\",\"at\":\"2026-11-30T12:00:00.123Z\",\"bot_id\":110001,"
                                + "\"event\":\"flood\",\"detail\":\"waits 3 s\"}",
                        "{\"type\":\"event\",\"at\":\"2026-11-30T12:00:03.123Z\",\"bot_id\":110001,"
                                + "\"event\":\"flood_over\",\"detail\":\"41 sent\"}",
                        "{\"type\":\"answers\",\"updates\":1180,\"once\":1178,\"twice\":0,\"missing\":2,"
                                + "\"nobody\":19,\"floods\":2,\"early\":0}",
                        "{\"type\":\"summary\",\"generated\":1200,\"stored\":1199,\"duplicated\":2,\"lost\":1,"
                                + "\"partial\":3,\"delay_p50_ms\":4,\"delay_p99_ms\":17,\"requests\":1180,"
                                + "\"sent\":1178,\"unknown\":1,\"floods\":2}",
                        SUMMARY_LINE),
                lines);
    }

    @Test
    void theTerminalIsGivenBackBeforeTheSummary() {
        List<String> lines = shown(
                out -> new TerminalDisplay(out, new Screen("here", ZoneOffset.UTC), () -> new TerminalSize(80, 24)));

        assertEquals(SUMMARY_LINE, lines.get(lines.size() - 1));
        String afterClose = String.join("\n", lines).split("\u001b\\[\\?1049l", -1)[1];
        assertFalse(afterClose.contains("\u001b"), afterClose);
    }

    @Test
    void textFromOutsideCannotSteerTheTerminal() {
        assertEquals("message?[2J?", Cells.harmless("message\u001b[2J\u202e"));
    }

    private static List<String> shown(Function<PrintStream, Display> make) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Display display = make.apply(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        display.ready(Samples.PLACES);
        display.stored(Samples.update(110001, 8103, 3));
        display.sent(Samples.result(Outcome.State.SENT, Outcome.Reason.SENT, 980, Gate.CHAT));
        display.sent(Samples.result(Outcome.State.UNKNOWN, Outcome.Reason.LOST_RESPONSE, 35_000, Gate.NONE));
        display.notice(new Notice(Samples.NOON, OptionalLong.of(110001), "gap", "missing=2"));
        display.notice(Notice.flood(Samples.NOON, 110001, Samples.NOON.plusMillis(3_012)));
        display.notice(Notice.floodOver(Samples.NOON.plusSeconds(3), 110001, 41));
        display.picture(Samples.model(1).picture(Duration.ofSeconds(5), Samples.NOON.toEpochMilli()));
        display.close();
        display.answers(new AnswerCount(1180, 1178, 0, 19, 2, 0));
        display.summary(SUMMARY);
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
