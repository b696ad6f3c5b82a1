package dev.sluice.system.compose;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.sends.AnswerCount;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.send.SendInvariants;
import dev.sluice.system.check.send.SendLimits;
import dev.sluice.system.check.send.SendRecords;
import dev.sluice.system.check.send.SendReport;
import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.RequestLoad;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A deploy while updates arrive, are answered, and other requests are sent: every container of the poller and of the sender is
 * replaced, first where there is one, then where there are two. {@code -Pcompose}, with a container engine and docker-compose.
 */
@Tag("compose")
class RollingDeployTest {
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final int GRACE_SECONDS = 60;
    private static final int PER_SECOND = 20;
    private static final List<String> GROUPS = List.of("sluice-ingest", "sluice-outbound", "sluice-dispatch");

    /** Their updates are answered by the circle, and those of the others by nobody: they send what the load asks for. */
    private static final Set<Long> CIRCLE = Set.of(110_001L, 110_002L, 110_003L);

    private static final List<Long> LOADED = List.of(110_004L, 110_005L, 110_006L);
    private static final Set<String> SENDERS =
            LOADED.stream().map(RequestLoad::senderOf).collect(Collectors.toSet());

    private final long seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000));
    private int retired;

    @Test
    void everyContainerIsReplacedUnderLoad() throws Exception {
        try (ComposeStack stack = new ComposeStack()) {
            // Given: the whole circle, and a load beside it
            stack.up("circle", "ingest", "send", "prometheus");
            String kafka = "localhost:" + stack.port("KAFKA_PORT");
            SimulatorClient api = new SimulatorClient("http://127.0.0.1:" + stack.port("API_CONTROL_PORT"));
            try (RequestLoad load = new RequestLoad(kafka, LOADED, "deploy-" + seed, LoadMix.PLAIN, seed);
                    Admin admin = Admin.create(Map.of("bootstrap.servers", kafka));
                    CommittedReader reader = reader(kafka)) {
                load.start(PER_SECOND);
                letFlow(api);

                // When: one of each, then two of each
                deploy(stack, admin, api, 1);
                stack.scale(2, "ingest", "send");
                awaitMembers(admin, 2);
                letFlow(api);
                PrometheusTargets.awaitUp(
                        stack.port("PROMETHEUS_PORT"), Map.of("sluice-ingest", 2L, "sluice-send", 2L));
                deploy(stack, admin, api, 2);

                // Then
                load.stop();
                api.stopTraffic();
                check(api, reader, load.written());
                assertEquals(List.of(0, 0, 0, 0), stack.stop("ingest", "send"), "exit codes of docker-compose stop");
            }
        }
    }

    /** Each container of both services in turn: stopped, drained, gone, and a new one in its place that has taken its share. */
    private void deploy(ComposeStack stack, Admin admin, SimulatorClient api, int instances) throws Exception {
        for (String service : List.of("ingest", "send")) {
            for (String container : stack.containers(service)) {
                assertEquals(0, stack.retire(container, GRACE_SECONDS), service + " drains");
                stack.scale(instances, service);
                retired++;
                awaitMembers(admin, instances);
                letFlow(api);
            }
        }
    }

    private void check(SimulatorClient api, CommittedReader reader, long written) throws InterruptedException {
        CircleCheck circle = new CircleCheck(api, reader, CIRCLE);
        await("updates stored").atMost(LONG).until(circle::isDrained);
        await("updates answered").atMost(LONG).until(() -> circle.answers().missing() == 0);
        await("requests sent")
                .atMost(LONG)
                .until(() ->
                        SendRecords.read(reader, SENDERS::contains).unfinished().isEmpty());
        IngestReport updates = circle.updates();
        AnswerCount answers = circle.answers();
        SendReport sends = new SendInvariants(SendLimits.DEFAULT)
                .check(calls(api, Set.copyOf(LOADED)), SendRecords.read(reader, SENDERS::contains));
        Map<String, Long> outcomes = circle.outcomes();
        Map<String, Long> events = circle.events();
        System.out.println("deploy seed=" + seed + " containers replaced=" + retired);
        System.out.println("deploy updates: " + updates);
        System.out.println("deploy answers: " + answers.text());
        System.out.println("deploy requests: " + written + " written; " + sends);
        System.out.println("deploy outcomes: " + outcomes + ", events: " + events + " " + circle.troubles());
        assertAll(
                () -> assertTrue(updates.clean(), updates::toString),
                () -> assertEquals(updates.pushed(), updates.stored(), "no update is missing, none is there twice"),
                () -> assertEquals(answers.updates(), answers.once(), answers::text),
                () -> assertEquals(0, answers.early(), answers::text),
                () -> assertTrue(sends.clean(), sends::toString),
                () -> assertEquals(written, sends.totals().ended(), sends::toString),
                () -> assertEquals(written, sends.totals().calls(), "each request is one call"),
                () -> assertEquals(Set.of("accepted", "sent"), outcomes.keySet(), "nothing unknown or held"),
                () -> assertEquals(0, events.getOrDefault("gap", 0L), "no gap"),
                () -> assertEquals(0, events.getOrDefault("sequence_reset", 0L), "no sequence begins anew"));
    }

    /** Lets a while pass in which both sides do something. */
    private static void letFlow(SimulatorClient api) {
        long stored = api.stats().confirmed();
        long[] last = {0};
        int before = callsAfter(api, last);
        int[] seen = {before};
        await("traffic in both directions").atMost(LONG).until(() -> {
            seen[0] += callsAfter(api, last);
            return api.stats().confirmed() - stored > 5 * PER_SECOND && seen[0] - before > 5 * PER_SECOND;
        });
    }

    private static int callsAfter(SimulatorClient api, long[] last) {
        int sends = 0;
        try (Stream<LedgerCall> calls = api.calls(last[0])) {
            for (LedgerCall call : calls.toList()) {
                last[0] = call.seq();
                sends += LOADED.contains(call.botId()) && !call.method().equalsIgnoreCase("getUpdates") ? 1 : 0;
            }
        }
        return sends;
    }

    private static List<LedgerCall> calls(SimulatorClient api, Set<Long> bots) {
        try (Stream<LedgerCall> calls = api.calls(0)) {
            return calls.filter(call -> bots.contains(call.botId())).toList();
        }
    }

    private static void awaitMembers(Admin admin, int instances) {
        await(instances + " members in each group").atMost(LONG).until(() -> {
            Map<String, ConsumerGroupDescription> groups =
                    admin.describeConsumerGroups(GROUPS).all().get();
            return groups.values().stream()
                    .allMatch(group -> group.groupState() == GroupState.STABLE
                            && group.members().size() == instances
                            && group.members().stream()
                                    .noneMatch(member -> member.assignment()
                                            .topicPartitions()
                                            .isEmpty()));
        });
    }

    private static CommittedReader reader(String kafka) {
        return new CommittedReader(
                kafka,
                Stream.concat(Topics.ownedByIngest().stream(), Topics.usedByOutbound().stream())
                        .map(TopicSpec::name)
                        .distinct()
                        .toList());
    }
}
