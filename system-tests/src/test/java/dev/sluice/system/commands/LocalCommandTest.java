package dev.sluice.system.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.Sluice;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.model.Topics;
import dev.sluice.testbroker.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sluice local} from outside, as a process. */
class LocalCommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern SUMMARY = Pattern.compile("summary generated=(\\d+) stored=(\\d+) duplicated=0 lost=0"
            + " partial=0 delay_p50_ms=\\d+ delay_p99_ms=\\d+ requests=0 sent=0 unknown=0 floods=0");

    @TempDir
    Path home;

    @Test
    void runsForAWhileAndAccountsForEverything() throws Exception {
        ChildJvm local = start(Map.of(), "local", "--for", "3s", "--rate", "30", "--json");

        OptionalInt exit = local.awaitExit(PATIENCE);

        List<String> out = Files.readAllLines(local.outFile());
        assertEquals(OptionalInt.of(0), exit, () -> out + said(local));
        Matcher summary = SUMMARY.matcher(out.get(out.size() - 1));
        assertTrue(summary.matches(), out.get(out.size() - 1));
        assertEquals(summary.group(1), summary.group(2));
        assertTrue(Integer.parseInt(summary.group(1)) >= 30, summary.group());
        List<JsonNode> events = out.subList(0, out.size() - 1).stream()
                .map(JsonMapper.shared()::readTree)
                .toList();
        assertEquals("ready", events.get(0).path("type").asString());
        assertEquals(
                summary.group(2),
                Long.toString(events.stream()
                        .filter(e -> e.path("type").asString().equals("update"))
                        .count()));
        assertNoneLeft(local);
    }

    @Test
    void aSignalEndsItWithTheSameSummary() throws Exception {
        ChildJvm local = start(Map.of(), "local", "--rate", "30");
        local.awaitLine("ready ", PATIENCE);
        local.awaitLine("TIME ", PATIENCE);

        assertTrue(local.stop(PATIENCE));

        List<String> out = Files.readAllLines(local.outFile());
        assertEquals(OptionalInt.of(0), local.exitCode(), () -> out + said(local));
        assertTrue(SUMMARY.matcher(out.get(out.size() - 1)).matches(), out.get(out.size() - 1));
        assertFalse(String.join("", out).contains("\u001b"), "control codes without a terminal");
        assertNoneLeft(local);
    }

    @Test
    void onAClusterOfOthersItKeepsToItsOwnTopics() throws Exception {
        try (TestBroker kafka = TestBroker.start(Map.of())) {
            ChildJvm local = start(
                    Map.of(
                            "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers(),
                            "SLUICE_TOPICS_REPLICATION_FACTOR", "1",
                            "SLUICE_TOPICS_PREFIX", "production."),
                    "local",
                    "--for",
                    "2s");

            OptionalInt exit = local.awaitExit(PATIENCE);

            assertEquals(OptionalInt.of(0), exit, () -> said(local));
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
                Set<String> topics = admin.listTopics().names().get();
                assertTrue(topics.contains("local." + Topics.UPDATES.name()), topics::toString);
                assertTrue(topics.stream().allMatch(topic -> topic.startsWith("local.")), topics::toString);
            }
        }
    }

    private ChildJvm start(Map<String, String> environment, String... args) {
        return ChildJvm.of(Sluice.class)
                .name("local")
                .logDirectory(home)
                .env(environment)
                .env("SLUICE_HOME", home.toString())
                .args(args)
                .start();
    }

    /** The processes it started are gone with it. */
    private static void assertNoneLeft(ChildJvm local) {
        List<Long> left = ProcessHandle.allProcesses()
                .filter(p -> p.parent().map(ProcessHandle::pid).equals(java.util.Optional.of(local.pid())))
                .map(ProcessHandle::pid)
                .toList();
        assertEquals(List.of(), left);
    }

    private static String said(ChildJvm local) {
        try {
            return Files.readString(local.logFile());
        } catch (IOException e) {
            return e.toString();
        }
    }
}
