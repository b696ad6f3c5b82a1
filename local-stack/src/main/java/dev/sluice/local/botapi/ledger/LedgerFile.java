package dev.sluice.local.botapi.ledger;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;

/** Appends finished calls to a file, one JSON object a line. Each line is whole when the process is killed. */
public final class LedgerFile implements Consumer<CallRecord>, AutoCloseable {

    private final Ledger ledger;
    private final Writer out;

    public LedgerFile(Ledger ledger, Path path) throws IOException {
        this.ledger = ledger;
        this.out =
                new BufferedWriter(Files.newBufferedWriter(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
    }

    @Override
    public synchronized void accept(CallRecord call) {
        try {
            ledger.write(List.of(call), out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        out.close();
    }
}
