package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendResult;
import java.io.PrintStream;
import java.util.List;
import java.util.function.Supplier;

/**
 * For people: a page that is redrawn in place, on the terminal's second screen, so that what stood there before comes back
 * at the end. Each redraw is one write and touches no cell twice, so nothing flickers.
 */
final class TerminalDisplay implements Display {
    private static final String OPEN = "\u001b[?1049h\u001b[?25l\u001b[2J";
    private static final String CLOSE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";
    private static final String DIM = "\u001b[2m";
    private static final String PLAIN = "\u001b[0m";

    private final PrintStream out;
    private final Screen screen;
    private final Supplier<TerminalSize> size;
    private List<String> shown = List.of();
    private boolean open;

    TerminalDisplay(PrintStream out, Screen screen, Supplier<TerminalSize> size) {
        this.out = out;
        this.screen = screen;
        this.size = size;
    }

    @Override
    public void ready(Places places) {
        out.println(places.readyLine());
        out.print(OPEN);
        out.flush();
        open = true;
    }

    @Override
    public void stored(StoredUpdate update) {
        // the next picture has it
    }

    @Override
    public void sent(SendResult result) {
        // the next picture has it
    }

    @Override
    public void notice(Notice notice) {
        // the next picture has it
    }

    @Override
    public void picture(Picture picture) {
        TerminalSize now = size.get();
        shown = screen.draw(picture, now.columns(), now.rows());
        StringBuilder page = new StringBuilder(HOME);
        for (int i = 0; i < shown.size(); i++) {
            page.append(i == 0 ? "" : "\r\n").append(styled(shown.get(i))).append(REST_OF_LINE);
        }
        out.print(page.append(REST_OF_SCREEN));
        out.flush();
    }

    @Override
    public void answers(AnswerCount count) {
        out.println("answers: " + count.text());
    }

    @Override
    public void summary(Summary summary) {
        out.println(summary.line());
    }

    /** Leaves the last page standing in the ordinary screen. */
    @Override
    public void close() {
        if (open) {
            open = false;
            out.print(CLOSE);
            shown.forEach(out::println);
            out.flush();
        }
    }

    private static String styled(String line) {
        boolean heading = line.startsWith("BOT ") || line.startsWith("TIME ") || line.startsWith("API ");
        return heading ? DIM + line + PLAIN : line;
    }
}
