package dev.sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Names;
import dev.sluice.runtime.acl.KafkaNeed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The script hands {@code kafka-acls.sh} what a role needs. That its table is that of the code is in {@link GeneratedDocsTest}. */
class AclRoleTest {
    private static final Path SCRIPT = Path.of("..", "deploy", "kafka", "acls.sh");

    @ParameterizedTest
    @EnumSource(AclRole.class)
    void theScriptGivesWhatTheRoleNeeds(AclRole role) throws Exception {
        List<List<String>> commands =
                run("--prefix", "p.", "--group", "g", role.word(), "User:x", "--", "--bootstrap-server", "b:9092");

        Set<String> given = new TreeSet<>();
        for (List<String> command : commands) {
            assertEquals(
                    List.of("--bootstrap-server", "b:9092", "--add", "--force", "--allow-principal", "User:x"),
                    command.subList(0, 6));
            String pattern = command.get(command.indexOf("--resource-pattern-type") + 1);
            int resource = command.indexOf("--resource-pattern-type") - 2;
            for (int i = 6; i < resource; i += 2) {
                assertEquals("--operation", command.get(i));
                given.add(command.get(resource) + " " + pattern + " " + command.get(resource + 1) + " "
                        + command.get(i + 1));
            }
        }
        Set<String> wanted = new TreeSet<>();
        role.needs(new Names("p."), "g")
                .forEach(need -> need.operations().forEach(operation -> wanted.add(acl(need, operation))));
        assertEquals(wanted, given);
    }

    @Test
    void theScriptRefusesWhatItDoesNotKnow() throws Exception {
        assertTrue(refused("nobody", "User:x").contains("nobody is no role"));
        assertTrue(refused("consumer", "User:x").contains("the role consumer wants --group"));
        assertTrue(refused("ingest").contains("wants a role and a principal"));
        assertTrue(refused("ingest", "User:x", "--bootstrap-server").contains("go behind --"));
    }

    private static String acl(KafkaNeed need, AclOperation operation) {
        String type =
                "--" + need.type().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        String pattern = need.pattern().name().toLowerCase(java.util.Locale.ROOT);
        String word = operation == AclOperation.DESCRIBE_CONFIGS
                ? "DescribeConfigs"
                : operation.name().charAt(0) + operation.name().substring(1).toLowerCase(java.util.Locale.ROOT);
        return type + " " + pattern + " " + need.name() + " " + word;
    }

    /** The arguments that it hands on, of each command. */
    private static List<List<String>> run(String... arguments) throws Exception {
        Process script = started(arguments);
        String out = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, script.waitFor(), out);
        return out.lines().map(line -> Arrays.asList(line.strip().split(" "))).toList();
    }

    private static String refused(String... arguments) throws Exception {
        Process script = started(arguments);
        String out = new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, script.waitFor(), out);
        return out;
    }

    private static Process started(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("KAFKA_ACLS", "echo");
        return builder.start();
    }
}
