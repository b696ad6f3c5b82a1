package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Topics;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.SecretScan;
import dev.sluice.system.check.TransactionAudit;
import dev.sluice.system.harness.PollerProcess;
import dev.sluice.system.harness.SystemStack;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One row of the crash matrix: runs it as often as asked, prints a line for each run, and fails at the first finding.
 *
 * <p>{@code -Dsluice.crash.runs=20} sets how often, {@code -Dsluice.seed=} the seed of the first run; the others count up
 * from it. A run that failed is repeated with its own seed and one run.
 *
 * <p>All runs share brokers, API and, as far as they survive, pollers. The bots of all runs are known to the pollers from the
 * start; each run sends updates to its own.
 */
final class CrashRow implements AutoCloseable {
    private static final int RUNS = Integer.getInteger("sluice.crash.runs", 1);
    private static final int BOTS = 3;

    private final String name;
    private final SystemStack stack;
    private final long seed;
    private final List<List<Long>> botsOfRuns = new ArrayList<>();
    private final List<Long> allBots = new ArrayList<>();
    private final List<PollerProcess> pollers = new ArrayList<>();
    private final CommittedReader reader;
    private UnaryOperator<PollerProcess.Builder> tuning = UnaryOperator.identity();
    private IngestReport total = new IngestReport();

    interface Body {
        void run(CrashRun run) throws Exception;
    }

    CrashRow(String name, SystemStack stack) {
        this.name = name;
        this.stack = stack;
        seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000));
        for (int run = 0; run < RUNS; run++) {
            botsOfRuns.add(stack.freshBots(BOTS));
            allBots.addAll(botsOfRuns.get(run));
        }
        reader = stack.reader();
    }

    /** Settings for all pollers of this row. */
    CrashRow tuned(UnaryOperator<PollerProcess.Builder> settings) {
        tuning = settings;
        return this;
    }

    /** Starts a static member: when it is killed and started again under its name, it need not wait for its session's end. */
    PollerProcess startPoller(String member) {
        return start(tuning.apply(stack.poller(name + "-" + member, allBots)).staticMember());
    }

    /** Starts a dynamic member. */
    PollerProcess startDynamicPoller(String member) {
        return start(tuning.apply(stack.poller(name + "-" + member, allBots)));
    }

    private PollerProcess start(PollerProcess.Builder builder) {
        PollerProcess poller = builder.start();
        pollers.add(poller);
        return poller;
    }

    /** SIGTERM; its exit code, empty when it had to be killed. */
    OptionalInt stop(PollerProcess poller) {
        return poller.process().stop(CrashRun.LONG) ? poller.process().exitCode() : OptionalInt.empty();
    }

    /** SIGTERM for all that still run. */
    void stopAll() {
        alive().forEach(p -> assertEquals(OptionalInt.of(0), stop(p), "a clean drain"));
    }

    /** Waits until some poller of this row polls for every bot of the row. */
    void awaitPolled() {
        await("a poll of every bot")
                .atMost(CrashRun.LONG)
                .until(() -> stack.botStats(allBots).stream().allMatch(b -> b.polled() || b.pending() > 0));
    }

    void repeat(Body body) throws Exception {
        for (int n = 0; n < RUNS; n++) {
            long start = System.nanoTime();
            CrashRun run = new CrashRun(stack, reader, botsOfRuns.get(n), seed + n);
            IngestReport report;
            try {
                body.run(run);
                stack.proxy().disarmAll();
                report = run.verdict(alive());
            } catch (Exception | Error e) {
                throw new AssertionError("row %s run %d/%d seed=%d".formatted(name, n + 1, RUNS, seed + n), e);
            }
            reader.forget();
            print("run=%d/%d seed=%d ms=%d %s"
                    .formatted(n + 1, RUNS, seed + n, (System.nanoTime() - start) / 1_000_000, report));
            total = total.plus(report);
            assertTrue(report.clean(), () -> "row " + name + ": " + report);
            assertEquals(0, report.waiting(), report::toString);
            assertTrue(report.pushed() > 0, "a run without updates shows nothing");
        }
        finish();
    }

    private void finish() {
        stopAll();
        IngestReport audit = TransactionAudit.audit(
                stack.brokerData(),
                Set.copyOf(allBots)::contains,
                SystemStack.topic(Topics.UPDATES),
                SystemStack.topic(Topics.CHECKPOINTS),
                SystemStack.topic(Topics.QUARANTINE));
        SecretScan logs = new SecretScan(stack.tokens()).files(stack.logs(), ".log", ".out");
        total = total.plus(audit).plus(logs.report());
        print("runs=%d %s".formatted(RUNS, total));
        assertTrue(total.clean(), () -> "row " + name + ": " + total);
        assertTrue(logs.scanned() > 10_000, "logs at DEBUG are longer than that");
    }

    private List<PollerProcess> alive() {
        return pollers.stream().filter(p -> p.process().isAlive()).toList();
    }

    private void print(String line) {
        System.out.println("crash row=" + name + " " + line);
    }

    @Override
    public void close() {
        stack.proxy().disarmAll();
        stack.api().clearFaults();
        stack.api().stopTraffic();
        pollers.forEach(PollerProcess::close);
        reader.close();
    }
}
