package dev.sluice.system.secured;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.AclRole;
import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.acl.KafkaNeed;
import dev.sluice.system.commands.Ran;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the commands of people answer when Kafka does not allow them something: exit code 3, and the topic that it is about. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(
        named = "broker",
        matches = "container",
        disabledReason = "the authoriser is a class of this JVM")
class AclCommandsTest {
    private static final Names NAMES = new Names("people.");

    private static final String SENDER = "telegram:110001";

    private SecuredKafka kafka;

    /** A command of a role that may all but one thing. */
    private record Lack(AclRole role, TopicSpec topic, AclOperation operation, List<String> command) {
        String user() {
            return role.word() + "-without-" + operation + "-" + topic.name().replace('.', '-') + "-" + command.get(0);
        }

        List<KafkaNeed> rest() {
            return role.needs(NAMES, "").stream()
                    .map(need ->
                            need.type() == ResourceType.TOPIC && need.name().equals(NAMES.topic(topic))
                                    ? need.without(operation)
                                    : need)
                    .toList();
        }

        @Override
        public String toString() {
            return role.word() + " without " + operation + " on " + topic.name() + ": " + String.join(" ", command);
        }
    }

    static List<Lack> lacks() {
        String[] status = {"request", "status", "--sender", SENDER};
        List<Lack> lacks = new ArrayList<>(List.of(
                operator(
                        Topics.REQUESTS,
                        AclOperation.WRITE,
                        "request",
                        "send",
                        "--sender",
                        SENDER,
                        "--method",
                        "sendMessage",
                        "--params",
                        "{\"chat_id\":1,\"text\":\"hi\"}"),
                operator(Topics.COMMANDS, AclOperation.WRITE, "request", "pause", "--sender", SENDER),
                operator(Topics.OUTCOMES, AclOperation.READ, status),
                operator(Topics.REVIEWS, AclOperation.READ, status),
                operator(Topics.LANES, AclOperation.READ, status),
                operator(Topics.DEAD_LETTERS, AclOperation.READ, "dead-letters", "list"),
                operator(Topics.QUARANTINE, AclOperation.READ, "quarantine", "list"),
                operator(Topics.CHECKPOINTS, AclOperation.READ, "bots")));
        for (AclOperation operation : List.of(AclOperation.READ, AclOperation.DESCRIBE_CONFIGS)) {
            lacks.add(new Lack(AclRole.TOPICS, Topics.CHECKPOINTS, operation, List.of("topics", "check")));
        }
        lacks.add(new Lack(AclRole.TOPICS, Topics.UPDATES, AclOperation.DESCRIBE, List.of("topics", "check")));
        lacks.add(new Lack(AclRole.TOPICS, Topics.UPDATES, AclOperation.DESCRIBE_CONFIGS, List.of("topics", "check")));
        return lacks;
    }

    private static Lack operator(TopicSpec topic, AclOperation operation, String... command) {
        return new Lack(AclRole.OPERATOR, topic, operation, Arrays.asList(command));
    }

    @BeforeAll
    void start() throws Exception {
        kafka = new SecuredKafka();
        Map<String, List<KafkaNeed>> users = new HashMap<>();
        lacks().forEach(lack -> users.put(lack.user(), lack.rest()));
        users.put("maker", AclRole.TOPICS.needs(NAMES, ""));
        users.put("no-maker", new Lack(AclRole.TOPICS, Topics.LANES, AclOperation.CREATE, List.of("topics")).rest());
        kafka.users(users);

        Ran refused = run("no-maker", List.of("topics", "create"));
        Ran made = run("maker", List.of("topics", "create"));

        assertEquals(3, refused.exitCode(), () -> refused.err().toString());
        assertTrue(refused.lastErr().contains(NAMES.topic(Topics.LANES)), refused::lastErr);
        assertEquals(0, made.exitCode(), () -> made.out() + " " + made.err());
    }

    @AfterAll
    void stop() {
        kafka.close();
    }

    @ParameterizedTest
    @MethodSource("lacks")
    void theLastLineNamesTheTopic(Lack lack) {
        Ran ran = run(lack.user(), lack.command());

        assertAll(
                () -> assertEquals(3, ran.exitCode(), () -> ran.err().toString()),
                () -> assertTrue(ran.lastErr().contains(NAMES.topic(lack.topic())), ran::lastErr),
                () -> assertTrue(ran.lastErr().contains("; wants "), ran::lastErr));
    }

    private Ran run(String user, List<String> command) {
        Map<String, String> environment = kafka.environment(user);
        environment.put("SLUICE_TOPICS_PREFIX", NAMES.prefix());
        return Ran.sluice(environment, command.toArray(String[]::new));
    }
}
