package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.Gate;
import dev.sluice.local.sends.SendFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The figures of a {@link Picture} that are about everything: what came in, what went out, and how that ended. Pure. */
final class Totals {
    private Totals() {}

    /** One line, and two more when something is sent. */
    static List<String> lines(Picture picture) {
        List<String> lines = new ArrayList<>();
        lines.add(in(picture));
        picture.sends().ifPresent(sends -> {
            lines.add(out(sends));
            lines.add(picture.answers().map(Totals::answered).orElse("")
                    + ends(sends)
                    + picture.answers().map(Totals::early).orElse(""));
        });
        return lines;
    }

    private static String in(Picture p) {
        String stored = p.generated() > 0
                ? String.format(Locale.ROOT, "stored %,d of %,d", p.stored(), p.generated())
                : String.format(Locale.ROOT, "stored %,d", p.stored());
        return String.format(
                Locale.ROOT,
                "sluice  %s  %,.1f/s  %s  delay p50 %,d p99 %,d ms",
                clock(p.running()),
                p.ratePerSecond(),
                stored,
                p.delayP50Ms(),
                p.delayP99Ms());
    }

    private static String out(SendFigures s) {
        String gates = s.waiting().entrySet().stream()
                .filter(waiting -> waiting.getKey() != Gate.NONE)
                .map(waiting ->
                        String.format(Locale.ROOT, "%s %,d", waiting.getKey().word(), waiting.getValue()))
                .collect(Collectors.joining(", "));
        return String.format(Locale.ROOT, "sends  %,.1f/s  sent %,d of %,d", s.ratePerSecond(), s.sent(), s.requests())
                + String.format(Locale.ROOT, "  waiting %,d%s", s.waitingInAll(), gates.isEmpty() ? "" : ": " + gates);
    }

    private static String answered(AnswerCount a) {
        return String.format(Locale.ROOT, "answered once %,d of %,d  twice %,d  ", a.once(), a.updates(), a.twice());
    }

    private static String ends(SendFigures s) {
        return String.format(Locale.ROOT, "unknown %,d  held %,d  floods %,d", s.unknown(), s.held(), s.floods());
    }

    private static String early(AnswerCount a) {
        return String.format(Locale.ROOT, "  too early %,d", a.early());
    }

    private static String clock(Duration d) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", d.toHours(), d.toMinutesPart(), d.toSecondsPart());
    }
}
