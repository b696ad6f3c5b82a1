package dev.sluice.system.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.RepositoryCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PartNamesTest {

    @Test
    void theCommandIsFoundByTheCommandTree() {
        assertTrue(ServiceLoader.load(RepositoryCommand.class).stream()
                .anyMatch(provider -> provider.type().equals(BenchCommand.class)));
    }

    @Test
    void aNameThatIsNoneIsRefusedWithThoseThatAre() {
        // Given
        StringWriter err = new StringWriter();
        CommandLine bench = new CommandLine(new BenchCommand()).setErr(new PrintWriter(err));

        // When
        int code = bench.execute("ingest", "--only", "hot,cold");

        // Then
        assertEquals(2, code);
        assertTrue(
                err.toString().contains("'cold' is none of fanout, burst, hot, delay, idle, failover"), err.toString());
    }

    @Test
    void eachBenchHasPartsOfItsOwn() {
        // Given
        StringWriter err = new StringWriter();
        CommandLine bench = new CommandLine(new BenchCommand()).setErr(new PrintWriter(err));

        // When
        int code = bench.execute("send", "--only", "rate,hot");

        // Then
        assertEquals(2, code);
        assertTrue(err.toString().contains("'hot' is none of latency, rate, fanout, backlog, chats"), err.toString());
    }
}
