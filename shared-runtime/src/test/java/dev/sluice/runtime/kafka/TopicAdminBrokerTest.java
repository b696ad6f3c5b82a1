package dev.sluice.runtime.kafka;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.TopicState.Status;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.testbroker.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class TopicAdminBrokerTest extends BrokerTests {
    private static final List<TopicSpec> SPECS = List.of(Topics.UPDATES, Topics.CHECKPOINTS);

    private final Names names = new Names(uniqueName("p") + ".");

    @Test
    void createsTheWholeCatalogueAsTheCheckWantsIt() {
        Names all = new Names("all.");
        TopicAdmin topics = new TopicAdmin(admin(), all, 1);

        List<TopicState> created = topics.create(Topics.all(), Map.of(), false);

        assertEquals(
                Topics.all().stream().map(all::topic).toList(),
                created.stream().map(TopicState::topic).toList());
        assertTrue(created.stream().allMatch(s -> s.status() == Status.CREATED), created::toString);
        assertEquals(
                "all.telegram.updates created 12 partitions, 1 replica, delete",
                created.get(0).row());
        topics.require(Topics.all(), Map.of());
        assertTrue(topics.create(Topics.all(), Map.of(), false).stream().allMatch(s -> s.status() == Status.OK));
    }

    @Test
    void aDryRunCreatesNothing() {
        TopicAdmin topics = new TopicAdmin(admin(), names, 1);

        List<TopicState> rows = topics.create(SPECS, Map.of("telegram.updates", 5), true);

        assertEquals(
                names.prefix() + "telegram.updates created (dry run) 5 partitions, 1 replica, delete",
                rows.get(0).row());
        assertEquals(
                List.of(Status.MISSING, Status.MISSING),
                topics.check(SPECS, Map.of()).stream().map(TopicState::status).toList());
    }

    @Test
    void namesAllThatFailInOneLine() throws Exception {
        TopicAdmin topics = new TopicAdmin(admin(), names, 1);
        topics.create(List.of(Topics.CHECKPOINTS), Map.of(), false);
        String checkpoints = names.topic(Topics.CHECKPOINTS);
        admin().createPartitions(Map.of(checkpoints, NewPartitions.increaseTo(9)))
                .all()
                .get();
        admin().incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, checkpoints),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET))))
                .all()
                .get();

        await().until(() -> topics.check(List.of(Topics.CHECKPOINTS), Map.of())
                .get(0)
                .detail()
                .matches("9 partitions.*cleanup.*"));

        StartFailure failure = assertThrows(StartFailure.class, () -> topics.require(SPECS, Map.of()));

        assertEquals(ExitCode.TOPICS, failure.exitCode());
        assertEquals(
                "sluice: topics: P.telegram.updates is missing, wants 12 partitions, 1 replica, delete;"
                        + " P.telegram.checkpoints differs: 9 partitions, wants 8, cleanup.policy delete, wants compact;"
                        + " see sluice topics create",
                failure.line().replace(names.prefix(), "P."));
        assertEquals(
                checkpoints + " differs cleanup.policy delete, wants compact",
                topics.create(List.of(Topics.CHECKPOINTS), Map.of("telegram.checkpoints", 9), false)
                        .get(0)
                        .row());
        assertEquals(
                "P.telegram.updates missing wants 12 partitions, 1 replica, delete",
                topics.check(SPECS, Map.of()).get(0).row().replace(names.prefix(), "P."));
    }

    @Test
    void moreReplicasThanBrokersIsSaidInOneLine() {
        TopicAdmin topics = new TopicAdmin(admin(), names, 3);

        StartFailure failure =
                assertThrows(StartFailure.class, () -> topics.create(List.of(Topics.UPDATES), Map.of(), false));

        assertEquals(ExitCode.TOPICS, failure.exitCode());
        assertTrue(
                failure.line().startsWith("sluice: " + names.topic(Topics.UPDATES) + ": cannot have 3 replicas ("),
                failure::line);
        assertTrue(
                failure.line().endsWith("; wants more brokers or a lower sluice.topics.replication-factor"),
                failure::line);
    }

    @Test
    void aRunningKafkaAnswers() {
        KafkaStart.await(admin(), broker().servers(), Duration.ofSeconds(20));
    }

    @Test
    void nobodyThereIsUnreachableAfterTheTimeout() throws Exception {
        String servers = "localhost:" + TestBroker.freePort();
        Settings settings = settings(Map.of("SLUICE_KAFKA_BOOTSTRAP_SERVERS", servers));
        try (Admin nobody = new KafkaClients(settings, new SimpleMeterRegistry()).admin()) {
            long start = System.nanoTime();

            StartFailure failure =
                    assertThrows(StartFailure.class, () -> KafkaStart.await(nobody, servers, Duration.ofSeconds(2)));

            assertEquals(ExitCode.UNREACHABLE, failure.exitCode());
            assertEquals(
                    "sluice: kafka: no answer from " + servers + " within 2000 ms; wants brokers there that speak what"
                            + " sluice.kafka.security.protocol says",
                    failure.line());
            assertTrue(System.nanoTime() - start >= Duration.ofMillis(1900).toNanos());
        }
    }

    @Test
    void aNameThatDoesNotResolveIsUnreachableToo() {
        String servers = "no-such-host.invalid:9092";
        Settings settings = settings(Map.of("SLUICE_KAFKA_BOOTSTRAP_SERVERS", servers));

        StartFailure failure = assertThrows(StartFailure.class, () -> {
            try (Admin nobody = new KafkaClients(settings, new SimpleMeterRegistry()).admin()) {
                KafkaStart.await(nobody, servers, Duration.ofSeconds(2));
            }
        });

        assertEquals(ExitCode.UNREACHABLE, failure.exitCode(), failure::line);
    }

    @Test
    void wrongCredentialsFailAtOnce() {
        Settings settings = saslSettings("admin", "not-the-password");
        try (Admin wrong = new KafkaClients(settings, new SimpleMeterRegistry()).admin()) {
            long start = System.nanoTime();

            StartFailure failure =
                    assertThrows(StartFailure.class, () -> KafkaStart.await(wrong, "x", Duration.ofSeconds(30)));

            assertEquals(ExitCode.UNREACHABLE, failure.exitCode());
            assertEquals(
                    "sluice: kafka: does not accept our credentials (Authentication failed: Invalid username or"
                            + " password); wants sluice.kafka.sasl.* or .ssl.* to be right",
                    failure.line());
            assertTrue(System.nanoTime() - start < Duration.ofSeconds(10).toNanos());
        }
    }

    @Test
    void missingPermissionsAreNamed() {
        new TopicAdmin(admin(), names, 1).create(SPECS, Map.of(), false);
        Settings settings = saslSettings("nobody", "nobody");
        try (Admin nobody = new KafkaClients(settings, new SimpleMeterRegistry()).admin()) {
            KafkaStart.await(nobody, "x", Duration.ofSeconds(20));

            StartFailure failure =
                    assertThrows(StartFailure.class, () -> new TopicAdmin(nobody, names, 1).require(SPECS, Map.of()));

            assertEquals(ExitCode.UNREACHABLE, failure.exitCode());
            assertTrue(
                    failure.line()
                            .matches("sluice: kafka: we are not authorised to describe .*telegram\\.\\w+"
                                    + " \\(Topic authorization failed.\\); wants the ACLs that Sluice's user needs"),
                    failure::line);
        }
    }
}
