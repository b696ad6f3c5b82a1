package dev.sluice.system.secured;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.AclRole;
import dev.sluice.ingest.IngestNeeds;
import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.model.Names;
import dev.sluice.outbound.SendGroups;
import dev.sluice.outbound.SendNeeds;
import dev.sluice.runtime.acl.KafkaNeed;
import dev.sluice.system.commands.Ran;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each ACL of a service, missing: the start is refused, with what is missing in its last line. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisabledIfSystemProperty(
        named = "broker",
        matches = "container",
        disabledReason = "the authoriser is a class of this JVM")
class AclRefusalTest {
    /** Where the changelogs of the sender's stores are there, and where they are not yet. */
    private static final Names OLD = new Names("old.");

    private static final Names FRESH = new Names("fresh.");

    @TempDir
    static Path dir;

    private SecuredKafka kafka;

    /** A service that lacks one ACL. */
    private record Lack(AclRole role, Names names, KafkaNeed need, AclOperation operation) {
        String user() {
            return role.word() + "-without-" + operation + "-" + need.type() + "-"
                    + need.name().replace('.', '-');
        }

        List<KafkaNeed> rest() {
            List<KafkaNeed> needs = role == AclRole.INGEST ? IngestNeeds.of(names) : SendNeeds.required(names);
            return needs.stream()
                    .map(each -> each.equals(need) ? each.without(operation) : each)
                    .toList();
        }

        @Override
        public String toString() {
            return role.word() + " without " + operation + " on " + need.resource();
        }
    }

    static List<Lack> lacks() {
        List<Lack> lacks = new ArrayList<>();
        IngestNeeds.of(OLD)
                .forEach(need -> need.operations()
                        .forEach(operation -> lacks.add(new Lack(AclRole.INGEST, OLD, need, operation))));
        for (KafkaNeed need : SendNeeds.required(OLD)) {
            for (AclOperation operation : need.operations()) {
                if (operation != AclOperation.CREATE) {
                    lacks.add(new Lack(AclRole.SEND, OLD, need, operation));
                }
            }
        }
        SendNeeds.required(FRESH).stream()
                .filter(need -> need.operations().contains(AclOperation.CREATE))
                .forEach(need -> lacks.add(new Lack(AclRole.SEND, FRESH, need, AclOperation.CREATE)));
        return lacks;
    }

    @BeforeAll
    void start() throws Exception {
        kafka = new SecuredKafka();
        Map<String, List<KafkaNeed>> users = new HashMap<>();
        lacks().forEach(lack -> users.put(lack.user(), lack.rest()));
        for (Names names : List.of(OLD, FRESH)) {
            String maker = "maker-of-" + names.prefix().replace(".", "");
            kafka.users(Map.of(maker, AclRole.TOPICS.needs(names, "")));
            Map<String, String> environment = kafka.environment(maker);
            environment.put("SLUICE_TOPICS_PREFIX", names.prefix());
            Ran made = Ran.sluice(environment, "topics", "create");
            assertEquals(0, made.exitCode(), () -> made.out() + " " + made.err());
        }
        kafka.admin()
                .createTopics(SendGroups.changelogs(OLD).stream()
                        .map(topic -> new NewTopic(topic, 12, (short) 1))
                        .toList())
                .all()
                .get();
        kafka.users(users);
    }

    @AfterAll
    void stop() {
        kafka.close();
    }

    @ParameterizedTest
    @MethodSource("lacks")
    void theStartIsRefusedAndNamesIt(Lack lack) {
        Map<String, String> environment = kafka.environment(lack.user());
        environment.putAll(Map.of(
                "SLUICE_TOPICS_PREFIX",
                lack.names().prefix(),
                "SLUICE_TELEGRAM_TOKENS",
                SimulatedTokens.tokenOf(110_001),
                "SLUICE_TELEGRAM_API_URL",
                "http://127.0.0.1:1",
                "SLUICE_STATE_DIR",
                dir.resolve(lack.user()).toString(),
                "SLUICE_MANAGEMENT_BIND",
                "127.0.0.1",
                "SLUICE_MANAGEMENT_PORT",
                "0"));
        String service = lack.role() == AclRole.INGEST ? "ingest" : "send";

        Ran start = Ran.sluice(environment, service);
        Ran check = Ran.sluice(environment, "check", "--service", service);

        String last = start.lastErr();
        assertAll(
                () -> assertEquals(3, start.exitCode(), last),
                () -> assertTrue(last.startsWith("sluice: kafka: does not allow us "), last),
                () -> assertTrue(last.contains(lack.operation().name()), last),
                () -> assertTrue(last.contains(" on " + lack.need().resource() + ";"), last),
                () -> assertTrue(last.endsWith("; wants the ACLs of docs/security.md"), last),
                () -> assertEquals(3, check.exitCode(), () -> check.out() + " " + check.err()),
                () -> assertTrue(
                        check.out().stream()
                                .anyMatch(row -> row.startsWith("acl:")
                                        && row.contains(" failed does not allow us ")
                                        && row.contains(lack.operation().name())
                                        && row.contains(" on " + lack.need().resource() + ";")),
                        () -> check.out().toString()));
    }
}
