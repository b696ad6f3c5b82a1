package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.Gate;
import dev.sluice.local.sends.SendFigures;
import dev.sluice.local.sends.SenderFigures;
import dev.sluice.model.Outcome;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScreenTest {
    private static final Duration REST = Duration.ofMillis(2_400);

    private final Screen screen = new Screen(Samples.PLACES.headLine(), ZoneOffset.UTC);

    @ParameterizedTest
    @CsvSource({"80,24,3", "80,24,50", "120,40,3", "120,40,200", "40,10,3", "200,60,0"})
    void fitsTheTerminal(int columns, int rows, int bots) {
        List<String> lines = draw(Samples.model(bots), columns, rows);

        assertTrue(lines.size() <= Math.max(rows, 12), () -> lines.size() + " lines");
        lines.forEach(line -> assertTrue(line.length() <= columns, line));
    }

    @Test
    void showsAWholeUpdateWithin80Columns() {
        List<String> lines = draw(Samples.model(1), 80, 24);

        String last = lines.get(lines.size() - 1);
        assertEquals("12:00:00 7000000001  999999000 message       -1001234567890   11    1234    0 ms", last);
        assertTrue(lines.get(1).endsWith("metrics 127.0.0.1:8401, 8402"), lines.get(1));
    }

    @Test
    void saysHowManyBotsDoNotFit() {
        List<String> lines = draw(Samples.model(50), 80, 24);

        long shown = lines.stream()
                .filter(l -> l.startsWith("70") && l.endsWith("starting"))
                .count();
        assertTrue(lines.contains("… and " + (50 - shown) + " more bots"), () -> String.join("\n", lines));
    }

    @Test
    void showsTheNewestUpdatesFirst() {
        List<String> lines = draw(Samples.model(3), 120, 40);

        int heading = lines.indexOf(
                lines.stream().filter(l -> l.startsWith("TIME")).findFirst().orElseThrow());
        assertTrue(lines.get(heading + 1).contains("7000000003"), lines.get(heading + 1));
        assertTrue(lines.get(heading + 3).contains("7000000001"), lines.get(heading + 3));
    }

    @Test
    void showsWhatWentWrong() {
        LiveModel model = Samples.model(2);
        model.notice(new Notice(Samples.NOON, OptionalLong.of(7_000_000_002L), "conflict", "count=3"));

        List<String> lines = draw(model, 80, 24);

        assertTrue(lines.contains("12:00:00  bot 7000000002  conflict  count=3"), () -> String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(l -> l.startsWith("7000000002") && l.endsWith("conflict")));
    }

    @Test
    void showsTheSendsWhatTheyWaitForAndTheFlood() {
        LiveModel model = Samples.model(2);
        model.sends(
                new SendFigures(
                        1_240,
                        1_226,
                        19.8,
                        new TreeMap<>(Map.of(Gate.NONE, 1L, Gate.FLOOD, 9L, Gate.CHAT, 4L)),
                        0,
                        0,
                        0,
                        1),
                Optional.of(new AnswerCount(1_240, 1_226, 0, 12, 1, 0)),
                bot -> new SenderFigures(
                        613, bot == 7_000_000_001L ? 9 : 5, bot == 7_000_000_001L ? REST : Duration.ZERO));
        model.notice(Notice.flood(Samples.NOON, 7_000_000_001L, Samples.NOON.plusSeconds(3)));
        model.happened(Row.of(Samples.result(Outcome.State.SENT, Outcome.Reason.SENT, 2_980, Gate.FLOOD)));

        List<String> lines = draw(model, 80, 24);

        assertEquals("sends  19.8/s  sent 1,226 of 1,240  waiting 14: flood 9, chat 4", lines.get(1));
        assertEquals("answered once 1,226 of 1,240  twice 0  unknown 0  held 0  floods 1  too early 0", lines.get(2));
        assertTrue(
                lines.stream().anyMatch(l -> l.startsWith("7000000001") && l.endsWith("613       9 flood 3 s")),
                () -> String.join("\n", lines));
        assertTrue(lines.contains("12:00:00  flood: bot 7000000001 waits 3 s"), () -> String.join("\n", lines));
        assertTrue(
                lines.contains("12:00:00 110001           8103 sent (flood)  -1001234567890              2980 ms"),
                () -> String.join("\n", lines));
    }

    private List<String> draw(LiveModel model, int columns, int rows) {
        return screen.draw(model.picture(Duration.ofSeconds(83), Samples.NOON.toEpochMilli()), columns, rows);
    }
}
