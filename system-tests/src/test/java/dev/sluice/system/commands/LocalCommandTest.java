package dev.sluice.system.commands;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.Sluice;
import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.Simulator;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.system.schema.StackRecords;
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
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sluice local} from outside, as a process. */
class LocalCommandTest {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Pattern SUMMARY = Pattern.compile("summary generated=(\\d+) stored=\\1 duplicated=0 lost=0"
            + " partial=0 delay_p50_ms=\\d+ delay_p99_ms=\\d+ requests=(\\d+) sent=\\2 unknown=0 floods=(\\d+)");

    @TempDir
    Path home;

    @Test
    void theWholeCircleAnswersEveryUpdateOnceAndWaitsOutAFlood() throws Exception {
        ChildJvm local = start(Map.of(), "local", "--for", "10s", "--rate", "30", "--json");

        OptionalInt exit = local.awaitExit(PATIENCE);

        List<String> out = Files.readAllLines(local.outFile());
        assertEquals(OptionalInt.of(0), exit, () -> out + said(local));
        Matcher summary = SUMMARY.matcher(out.get(out.size() - 1));
        assertTrue(summary.matches(), out.get(out.size() - 1));
        assertEquals("1", summary.group(3), "floods");
        List<JsonNode> events = out.subList(0, out.size() - 1).stream()
                .map(JsonMapper.shared()::readTree)
                .toList();
        assertEquals("ready", events.get(0).path("type").asString());
        List<JsonNode> updates = ofType(events, "update");
        assertEquals(summary.group(1), Integer.toString(updates.size()));
        assertTrue(updates.size() >= 150, updates.size() + " updates in 10 s at 30/s");

        JsonNode answers = ofType(events, "answers").get(0);
        assertEquals(
                updates.size(),
                answers.path("updates").asInt() + answers.path("nobody").asInt());
        assertEquals(answers.path("updates"), answers.path("once"), answers::toString);
        assertEquals(0, answers.path("twice").asInt(), answers::toString);
        assertEquals(0, answers.path("early").asInt(), "calls inside the flood's wait");
        assertEquals(summary.group(2), answers.path("once").asString(), "requests");
        List<JsonNode> sends = ofType(events, "send");
        assertEquals(summary.group(2), Integer.toString(sends.size()), "one outcome to show for each request");
        assertTrue(
                sends.stream().anyMatch(s -> s.path("gate").asString().equals("flood")), "none waited for the flood");
        assertEquals(
                List.of("flood", "flood_over"),
                ofType(events, "event").stream()
                        .map(e -> e.path("event").asString())
                        .filter(e -> e.startsWith("flood"))
                        .toList());
        assertNoneLeft(local);
    }

    @Test
    void realBotsAreNotAnsweredUnlessThatIsAskedFor() throws Exception {
        try (Simulator real = Simulator.builder().bots(110_001, 1).rate(20).start()) {
            ChildJvm local = start(
                    Map.of(
                            "SLUICE_TELEGRAM_API_URL", real.apiUrl(),
                            "SLUICE_TELEGRAM_TOKENS", SimulatedTokens.tokenOf(110_001)),
                    "local",
                    "--real",
                    "--for",
                    "2s");

            OptionalInt exit = local.awaitExit(PATIENCE);

            List<String> out = Files.readAllLines(local.outFile());
            assertEquals(OptionalInt.of(0), exit, () -> out + said(local));
            assertTrue(out.get(0).contains(" sender=- "), out.get(0));
            assertTrue(
                    out.get(out.size() - 1).endsWith(" requests=0 sent=0 unknown=0 floods=0"), out.get(out.size() - 1));
            try (Stream<LedgerCall> calls = real.client().calls(0)) {
                assertEquals(
                        Set.of(),
                        calls.map(LedgerCall::method)
                                .filter(m -> !m.startsWith("get"))
                                .collect(toSet()));
            }
        }
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
            StackRecords.assertAsPromised(
                    kafka.servers(),
                    new Names("local."),
                    List.of(Topics.UPDATES, Topics.CHECKPOINTS, Topics.REQUESTS, Topics.OUTCOMES, Topics.LANES));
        }
    }

    private static List<JsonNode> ofType(List<JsonNode> events, String type) {
        return events.stream()
                .filter(event -> event.path("type").asString().equals(type))
                .toList();
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
