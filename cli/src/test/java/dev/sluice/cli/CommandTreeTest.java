package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

class CommandTreeTest {

    @Test
    void versionNamesVersionAndCommit() {
        Ran ran = Ran.sluice("--version");

        assertEquals(0, ran.exitCode());
        assertTrue(
                ran.out().get(0).matches("sluice \\d+\\.\\d+\\.\\d+\\S* \\(commit (unknown|[0-9a-f]{12}(-dirty)?)\\)"),
                () -> ran.out().toString());
    }

    @TestFactory
    Stream<DynamicTest> everyCommandExplainsItself() {
        CommandLine root = CommandTree.of(new Console(Map.of(), new PrintStream(System.err), System.err));
        return all(root)
                .map(command -> DynamicTest.dynamicTest(command.getCommandSpec().qualifiedName(), () -> {
                    String[] path = command.getCommandSpec().qualifiedName().split(" ", -1);
                    path = Stream.concat(Stream.of(path).skip(1), Stream.of("-h"))
                            .toArray(String[]::new);

                    Ran ran = Ran.sluice(path);

                    assertEquals(0, ran.exitCode());
                    assertTrue(ran.err().isEmpty());
                    assertTrue(ran.out()
                            .get(0)
                            .startsWith("Usage: " + command.getCommandSpec().qualifiedName()));
                    assertTrue(command.getCommandSpec().usageMessage().description().length > 0);
                }));
    }

    @Test
    void wrongUsageEndsWith2AndOneLineThatNamesTheThing() {
        assertAll(
                () -> assertUsageError("sluice: sluice: a command is missing; see 'sluice -h'"),
                () -> assertUsageError(
                        "sluice: --foo: not an option or argument of 'sluice'; see 'sluice -h'", "--foo"),
                () -> assertUsageError("sluice: fly: not an option or argument of 'sluice'; see 'sluice -h'", "fly"));
    }

    @Test
    void localAndBenchExistOnlyUnderTheRepositorysLauncher() {
        assertAll(
                () -> assertUsageError(
                        "sluice: local: exists only under the repository's ./sluice, with its embedded broker",
                        "local",
                        "--for",
                        "3s"),
                () -> assertUsageError(
                        "sluice: bench: exists only under the repository's ./sluice, with its embedded broker",
                        "bench",
                        "ingest"));
    }

    @Test
    @Tag("R23")
    void aTokenTypedAsAnArgumentIsNotRepeated() {
        Ran ran = Ran.sluice("110001:SIMULATED-token-of-bot-110001-xxxxxx");

        assertEquals(2, ran.exitCode());
        assertFalse(ran.err().toString().contains("SIMULATED"), () -> ran.err().toString());
    }

    @Test
    void whatKafkaRefusesMidwayIsNoFaultOfOurs() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Console console = new Console(Map.of(), System.out, new PrintStream(err, true, UTF_8));
        Failures failures = new Failures(console);
        CommandLine root = CommandTree.of(console);

        int denied = failures.handleExecutionException(
                new TopicAuthorizationException("Not authorized"), root, root.parseArgs());
        int lost = failures.handleExecutionException(new TimeoutException("no answer"), root, root.parseArgs());

        assertEquals(3, denied);
        assertEquals(3, lost);
        assertEquals(
                List.of(
                        "sluice: kafka: does not allow it (Not authorized); wants the ACLs for this command",
                        "sluice: kafka: does not answer (no answer); wants a healthy cluster"),
                err.toString(UTF_8).lines().toList());
    }

    private static void assertUsageError(String line, String... args) {
        Ran ran = Ran.sluice(args);
        assertEquals(2, ran.exitCode());
        assertEquals(line, ran.lastErr());
        assertTrue(ran.out().isEmpty());
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandTreeTest::all));
    }
}
