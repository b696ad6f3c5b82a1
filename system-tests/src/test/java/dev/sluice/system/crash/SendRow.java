package dev.sluice.system.crash;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.SecretScan;
import dev.sluice.system.check.send.SendLimits;
import dev.sluice.system.check.send.SendReport;
import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

/**
 * One row of the senders' crash matrix: runs it as often as asked, prints a line for each run, and fails at the first finding.
 * {@code -Dsluice.crash.runs} and {@code -Dsluice.seed} as in {@link CrashRow}.
 */
final class SendRow implements AutoCloseable {
    private static final int RUNS = Integer.getInteger("sluice.crash.runs", 1);
    private static final int BOTS = 3;

    /** Long enough to be seen, short enough to be waited for. */
    private static final int MUTE_PAUSE_SECONDS = 3;

    static final SendLimits LIMITS = SendLimits.DEFAULT.withUnspecifiedPauseMs(MUTE_PAUSE_SECONDS * 1_000L);

    private final String name;
    private final OutboundStack stack;
    private final long seed;
    private final List<List<Long>> botsOfRuns = new ArrayList<>();
    private final List<Long> allBots = new ArrayList<>();
    private final List<SenderProcess> senders = new ArrayList<>();
    private final CommittedReader reader;
    private LoadMix mix = LoadMix.PLAIN;
    private SendReport total = new SendReport();

    interface Body {
        void run(SendRun run) throws Exception;
    }

    SendRow(String name, OutboundStack stack) {
        this.name = name;
        this.stack = stack;
        seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000));
        for (int run = 0; run < RUNS; run++) {
            botsOfRuns.add(stack.freshBots(BOTS));
            allBots.addAll(botsOfRuns.get(run));
        }
        reader = stack.reader();
    }

    /** What the load of this row consists of; plain unless said otherwise. */
    SendRow mixed(LoadMix value) {
        mix = value;
        return this;
    }

    /** How to start a member of this row: with all its timeouts as short as they may be. */
    SenderProcess.Builder sender(String member) {
        return tuned(stack.sender(name + "-" + member, allBots));
    }

    static SenderProcess.Builder tuned(SenderProcess.Builder sender) {
        return sender.with("sluice.outbound.http-timeout", "2s")
                .with("sluice.outbound.attempt-lease", "15500ms")
                .with("sluice.outbound.attempt-deadline", "19s")
                .with("sluice.outbound.unspecified-flood-pause", MUTE_PAUSE_SECONDS + "s");
    }

    /** A static member: killed and started again under its name, it need not wait for its session's end. */
    SenderProcess start(String member) {
        return start(sender(member).staticMember());
    }

    SenderProcess startDynamic(String member) {
        return start(sender(member));
    }

    SenderProcess start(SenderProcess.Builder builder) {
        SenderProcess sender = builder.start();
        senders.add(sender);
        return sender;
    }

    SenderProcess startReady(String member) {
        SenderProcess sender = start(member);
        awaitReady(sender);
        return sender;
    }

    static void awaitReady(SenderProcess sender) {
        await(sender.process().name() + " ready").atMost(SendRun.LONG).until(() -> {
            assertTrue(sender.process().isAlive(), () -> sender.process().name() + " ended by itself");
            return sender.isReady();
        });
    }

    /** SIGTERM; its exit code, empty when it had to be killed. */
    OptionalInt stop(SenderProcess sender) {
        return sender.process().stop(SendRun.LONG) ? sender.process().exitCode() : OptionalInt.empty();
    }

    /** SIGTERM for all that still run. */
    void stopAll() {
        alive().forEach(s -> assertEquals(OptionalInt.of(0), stop(s), "a clean drain"));
    }

    void repeat(Body body) throws Exception {
        for (int n = 0; n < RUNS; n++) {
            long start = System.nanoTime();
            SendReport report;
            try (SendRun run = new SendRun(stack, reader, botsOfRuns.get(n), name, mix, LIMITS, seed + n)) {
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
            assertEquals(0, report.totals().waiting(), report::toString);
            assertTrue(report.totals().calls() > 0, "a run without calls shows nothing");
        }
        finish();
    }

    private void finish() {
        stopAll();
        SecretScan logs = new SecretScan(stack.tokens()).files(stack.logs(), ".log", ".out");
        total = total.plusSecrets(logs.report());
        print("runs=%d %s".formatted(RUNS, total));
        assertTrue(total.clean(), () -> "row " + name + ": " + total);
        assertTrue(logs.scanned() > 10_000, "logs at DEBUG are longer than that");
    }

    private List<SenderProcess> alive() {
        return senders.stream().filter(s -> s.process().isAlive()).toList();
    }

    private void print(String line) {
        System.out.println("crash row=" + name + " " + line);
    }

    @Override
    public void close() {
        stack.proxy().disarmAll();
        stack.api().clearFaults();
        stack.api().release("");
        senders.forEach(SenderProcess::close);
        reader.close();
    }
}
