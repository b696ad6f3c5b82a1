package dev.sluice.local.view;

import static dev.sluice.local.view.Table.Column.left;
import static dev.sluice.local.view.Table.Column.right;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendResult;
import java.io.PrintStream;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;

/** For pipes and files: one row per event, in columns, without control codes. */
final class RowDisplay implements Display {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    /** Wide enough for every kind of update, outcome and chat id. */
    private final Table table = new Table(
            List.of(
                    left("TIME", 12),
                    left("BOT", 10),
                    right("UPDATE ID", 10),
                    left("KIND", 25),
                    right("CHAT", 17),
                    right("PART", 4),
                    right("OFFSET", 9),
                    right("DELAY", 8)),
            0);

    private final PrintStream out;
    private final ZoneId zone;

    RowDisplay(PrintStream out, ZoneId zone) {
        this.out = out;
        this.zone = zone;
    }

    @Override
    public void ready(Places places) {
        out.println(places.readyLine());
        out.println(table.heading());
    }

    @Override
    public void stored(StoredUpdate update) {
        print(Row.of(update));
    }

    @Override
    public void sent(SendResult result) {
        print(Row.of(result));
    }

    @Override
    public void notice(Notice n) {
        out.println(TIME.format(n.at().atZone(zone)) + " " + n.text());
    }

    @Override
    public void picture(Picture picture) {
        // rows say it all
    }

    @Override
    public void answers(AnswerCount count) {
        out.println("answers: " + count.text());
    }

    @Override
    public void summary(Summary summary) {
        out.println(summary.line());
    }

    @Override
    public void close() {
        out.flush();
    }

    private void print(Row r) {
        out.println(table.row(
                TIME.format(r.at().atZone(zone)),
                r.bot(),
                r.id(),
                r.what(),
                r.chat(),
                r.partition(),
                r.place(),
                r.delay()));
    }
}
