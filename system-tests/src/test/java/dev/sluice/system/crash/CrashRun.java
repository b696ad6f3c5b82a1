package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;

import dev.sluice.local.botapi.BotStats;
import dev.sluice.model.Topics;
import dev.sluice.system.check.ApiLedger;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.IngestInvariants;
import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.SecretScan;
import dev.sluice.system.harness.PollerProcess;
import dev.sluice.system.harness.SystemStack;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.Strike;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.awaitility.core.ConditionTimeoutException;

/** One run of a row: bots of its own, a seed of its own, and the verdict over what it left behind. */
final class CrashRun {
    static final Duration LONG = Duration.ofSeconds(90);

    private static final String GATE = "gate";

    final SystemStack stack;
    final Random random;
    final List<Long> bots;
    private final CommittedReader reader;
    private final IngestInvariants invariants;
    private final List<Crash> crashes = new ArrayList<>();

    /** What the API said, and where the topics ended, right after a crash. */
    private record Crash(ApiLedger ledger, Map<TopicPartition, Long> mark) {}

    CrashRun(SystemStack stack, CommittedReader reader, List<Long> bots, long seed) {
        this.stack = stack;
        this.reader = reader;
        this.bots = bots;
        this.random = new Random(seed);
        this.invariants = new IngestInvariants(
                reader,
                SystemStack.topic(Topics.UPDATES),
                SystemStack.topic(Topics.CHECKPOINTS),
                SystemStack.topic(Topics.QUARANTINE));
    }

    /** Updates begin to arrive for this run's bots, so many per second over all of them. */
    void startTraffic(double perSecond) {
        stack.api().startTraffic(bots, perSecond, random.nextLong());
    }

    void stopTraffic() {
        stack.api().stopTraffic();
    }

    /** Waits until all bots of this run have been answered and hang in their next poll. */
    void awaitDrained() {
        try {
            await("all updates confirmed").atMost(LONG).until(() -> stack.isDrained(bots));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("not drained: " + stack.botStats(bots), e);
        }
    }

    /** Lets a while pass in which traffic flows. */
    void letFlow(int updates) {
        long before = generated();
        await("traffic").atMost(LONG).until(() -> generated() >= before + updates);
    }

    /**
     * Keeps the bots' polls back at the API, gathers at least so many updates behind them, and arms the rule. Each bot has a
     * checkpoint by then. What the rule waits for comes only once {@link #openGate()} is called.
     *
     * @param busy the bots that get updates, each of them so many
     */
    Strike armBehindBacklog(List<Long> busy, int perBot, FaultRule rule) {
        closeGate();
        stack.api().startTraffic(busy, 4_000, random.nextLong());
        await("a backlog")
                .atMost(LONG)
                .until(() -> stack.botStats(busy).stream().allMatch(b -> b.pending() >= perBot));
        stopTraffic();
        return stack.proxy().arm(rule);
    }

    /** How many updates lie in open transactions, as seen by nobody but the broker. */
    long unsettled() {
        return reader.unsettled(SystemStack.topic(Topics.UPDATES));
    }

    /** From now on the bots' polls wait at the API; returns when the last of them is there and all before is stored. */
    void closeGate() {
        String ids = bots.stream().map(String::valueOf).collect(Collectors.joining(","));
        stack.api()
                .putFaults(
                        "{\"rules\":[{\"name\":\"%s\",\"match\":{\"method\":\"getUpdates\",\"bots\":[%s]},\"do\":{\"kind\":\"hold\"}}]}"
                                .formatted(GATE, ids));
        for (long bot : bots) {
            var unused = stack.api()
                    .pushFragment(bot, "message", "\"message\":{\"text\":\"before %d\"}".formatted(random.nextInt()));
        }
        await("the gate").atMost(LONG).until(() -> stack.api().held(GATE) == bots.size());
    }

    void openGate() {
        stack.api().clearFaults();
        stack.api().release(GATE);
    }

    /** SIGKILL, and a note of what the API had been told to forget at that moment. */
    void kill(PollerProcess poller) {
        poller.process().killHard();
        noteCrash();
    }

    void noteCrash() {
        ApiLedger ledger = stack.ledger(bots);
        crashes.add(new Crash(ledger, invariants.mark()));
    }

    /** Stops the traffic, waits until everything has been stored and confirmed, and checks all invariants. */
    IngestReport verdict(List<PollerProcess> alive) {
        stopTraffic();
        awaitDrained();
        ApiLedger ledger = stack.ledger(bots);
        IngestReport report = invariants.check(ledger);
        for (Crash crash : crashes) {
            report = report.plus(invariants.checkConfirmedAt(crash.ledger(), crash.mark()));
        }
        return report.plus(secrets(alive));
    }

    private IngestReport secrets(List<PollerProcess> alive) {
        SecretScan scan = new SecretScan(stack.tokens()).records(reader);
        for (PollerProcess poller : alive) {
            scan.arguments(poller.process().pid());
            scan.text("the metrics of " + poller.process().name(), MetricsText.of(poller, LONG));
        }
        scan.arguments(stack.simulator().process().pid());
        return scan.report();
    }

    private long generated() {
        return stack.botStats(bots).stream().mapToLong(BotStats::generated).sum();
    }
}
