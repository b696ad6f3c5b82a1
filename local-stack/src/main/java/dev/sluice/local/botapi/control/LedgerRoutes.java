package dev.sluice.local.botapi.control;

import dev.sluice.local.botapi.engine.BotEntry;
import dev.sluice.local.botapi.engine.Engine;
import dev.sluice.local.botapi.ledger.LedgerFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;

/** The ledger as streams of JSON lines. */
final class LedgerRoutes {

    /** Lines written under a bot's lock at a time: the bot must not wait long. */
    private static final int PAGE = 500;

    private final Engine engine;

    LedgerRoutes(Engine engine) {
        this.engine = engine;
    }

    void addTo(Routes routes) {
        routes.on("GET /ledger/calls", this::calls)
                .on("GET /ledger/pushes", this::pushes)
                .on("GET /ledger/summary", this::summary)
                .on("POST /ledger/file", this::file);
    }

    private void file(ControlCall call) throws IOException {
        Path path = Path.of(call.json().path("path").asString(""));
        engine.whenFinished(new LedgerFile(engine.ledger(), path));
        call.ok(Map.of());
    }

    private void calls(ControlCall call) throws IOException {
        String after = call.query().text("after");
        long from = after.isEmpty() ? 0 : Long.parseLong(after);
        call.stream(out -> engine.ledger().write(engine.ledger().callsAfter(from), out));
    }

    private void pushes(ControlCall call) throws IOException {
        Collection<BotEntry> bots = bots(call);
        boolean withBytes = call.query().text("bytes").equals("true");
        String from = call.query().text("from");
        int first = from.isEmpty() ? 0 : Integer.parseInt(from);
        call.stream(out -> {
            for (BotEntry entry : bots) {
                writePushes(entry, first, withBytes, out);
            }
        });
    }

    private void writePushes(BotEntry entry, int from, boolean withBytes, Writer out) throws IOException {
        StringBuilder page = new StringBuilder();
        int at = from;
        while (true) {
            page.setLength(0);
            int next;
            synchronized (entry) {
                next = engine.ledger().writePushes(entry.ledger(), at, PAGE, withBytes, page);
            }
            if (next == at) {
                return;
            }
            at = next;
            out.append(page);
        }
    }

    private void summary(ControlCall call) throws IOException {
        Collection<BotEntry> bots = bots(call);
        call.stream(out -> {
            StringBuilder lines = new StringBuilder();
            for (BotEntry entry : bots) {
                lines.setLength(0);
                synchronized (entry) {
                    engine.ledger().writeSummary(entry.ledger(), lines);
                }
                out.append(lines);
            }
        });
    }

    private Collection<BotEntry> bots(ControlCall call) {
        String bot = call.query().text("bot");
        return bot.isEmpty()
                ? engine.bots()
                : List.of(engine.bot(Long.parseLong(bot))
                        .orElseThrow(() -> new NoSuchElementException("no such bot: " + bot)));
    }
}
