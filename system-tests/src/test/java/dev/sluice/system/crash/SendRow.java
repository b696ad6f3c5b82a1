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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * One row of the senders' crash matrix: runs it as often as asked, prints a line for each run, and fails at the first finding.
 * {@code -Dsluice.crash.runs} and {@code -Dsluice.seed} as in {@link CrashRow}.
 */
final class SendRow implements AutoCloseable {
    static final int RUNS = Integer.getInteger("sluice.crash.runs", 1);
    static final int BOTS = 3;

    /** Long enough to be seen, short enough to be waited for. */
    private static final int MUTE_PAUSE_SECONDS = 3;

    /** Above the transaction timeout. */
    static final Duration HASTY_LEASE = Duration.ofMillis(7_500);

    static final SendLimits LIMITS = SendLimits.DEFAULT.withUnspecifiedPauseMs(MUTE_PAUSE_SECONDS * 1_000L);

    private final String name;
    private final OutboundStack stack;
    private final long seed;
    private final List<List<Long>> botsOfRuns = new ArrayList<>();
    private final List<Long> allBots = new ArrayList<>();
    private final List<SenderProcess> senders = new ArrayList<>();
    private final CommittedReader reader;
    private final @Nullable Survivor survivor;
    private LoadMix mix = LoadMix.PLAIN;
    private SendReport total = new SendReport();
    private @Nullable SendRun open;
    private long begun;

    interface Body {
        void run(SendRun run) throws Exception;
    }

    /** A row with senders of its own. */
    SendRow(String name, OutboundStack stack) {
        this(name, stack, null);
    }

    /** A row that befalls a sender who goes on living. */
    SendRow(String name, Survivor survivor) {
        this(name, survivor.stack(), survivor);
        var unused = survivor.process();
    }

    private SendRow(String name, OutboundStack stack, @Nullable Survivor survivor) {
        this.name = name;
        this.stack = stack;
        this.survivor = survivor;
        seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000));
        for (int run = 0; run < RUNS; run++) {
            botsOfRuns.add(survivor == null ? stack.freshBots(BOTS) : survivor.freshBots(BOTS));
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
        return hasty(stack.sender(name + "-" + member, allBots));
    }

    /** The same with the usual timeouts towards brokers. */
    SenderProcess.Builder patient(String member) {
        return tuned(stack.sender(name + "-" + member, allBots)).staticMember();
    }

    /**
     * With waits as short as they may be in the order that they have to keep. A killed one is back before its session ends, so
     * that it is the successor who settles what was open.
     */
    static SenderProcess.Builder hasty(SenderProcess.Builder sender) {
        return tuned(sender)
                .with("sluice.kafka.producer.request.timeout.ms", "4000")
                .with("sluice.kafka.producer.delivery.timeout.ms", "6500")
                .with("sluice.kafka.producer.transaction.timeout.ms", "7000")
                .with("sluice.outbound.attempt-lease", HASTY_LEASE.toMillis() + "ms")
                .with("sluice.outbound.clock-skew", "300ms")
                .with("sluice.outbound.attempt-deadline", "9900ms");
    }

    /** One whose partitions move to another soon after it has died. */
    private static SenderProcess.Builder mortal(SenderProcess.Builder sender) {
        return sender.with("sluice.kafka.consumer.session.timeout.ms", "3000")
                .with("sluice.kafka.consumer.heartbeat.interval.ms", "1000");
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
        return start(mortal(sender(member)));
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
    static OptionalInt stop(SenderProcess sender) {
        return sender.process().stop(SendRun.LONG) ? sender.process().exitCode() : OptionalInt.empty();
    }

    /** SIGTERM for all that still run. */
    void stopAll() {
        senders.stream()
                .filter(s -> s.process().isAlive())
                .forEach(s -> assertEquals(OptionalInt.of(0), stop(s), "a clean drain"));
    }

    /** All runs, one after the other. */
    void repeat(Body body) throws Exception {
        for (int n = 0; n < RUNS; n++) {
            begin(n, body);
            end(n);
        }
        finish();
    }

    /** Everything of a run but the wait until all is done, and the verdict. */
    void begin(int n, Body body) throws Exception {
        SendRun run = new SendRun(stack, reader, botsOfRuns.get(n), name, mix, LIMITS, seed + n);
        open = run;
        begun = System.nanoTime();
        try {
            body.run(run);
            run.load.stop();
            stack.proxy().disarmAll();
        } catch (Exception | Error e) {
            throw failed(n, e);
        }
    }

    /** The rest of the run that has begun. */
    void end(int n) throws Exception {
        SendReport report;
        try (SendRun run = Objects.requireNonNull(open)) {
            report = run.verdict(alive());
        } catch (Exception | Error e) {
            throw failed(n, e);
        }
        open = null;
        reader.forget();
        print("run=%d/%d seed=%d ms=%d %s"
                .formatted(n + 1, RUNS, seed + n, (System.nanoTime() - begun) / 1_000_000, report));
        total = total.plus(report);
        assertTrue(report.clean(), () -> "row " + name + ": " + report);
        assertEquals(0, report.totals().waiting(), report::toString);
        assertTrue(report.totals().calls() > 0, "a run without calls shows nothing");
    }

    private AssertionError failed(int n, Throwable e) {
        return new AssertionError("row %s run %d/%d seed=%d".formatted(name, n + 1, RUNS, seed + n), e);
    }

    void finish() {
        stopAll();
        if (survivor == null) {
            total = total.plusSecrets(leaks(stack).report());
        }
        print("runs=%d %s".formatted(RUNS, total));
        assertTrue(total.clean(), () -> "row " + name + ": " + total);
    }

    /** What stands in the logs that must not. */
    static SecretScan leaks(OutboundStack stack) {
        SecretScan logs = new SecretScan(stack.tokens()).files(stack.logs(), ".log", ".out");
        assertTrue(logs.scanned() > 10_000, "logs at DEBUG are longer than that");
        return logs;
    }

    private List<SenderProcess> alive() {
        List<SenderProcess> all = new ArrayList<>(senders);
        if (survivor != null) {
            all.add(survivor.process());
        }
        return all.stream().filter(s -> s.process().isAlive()).toList();
    }

    private void print(String line) {
        System.out.println("crash row=" + name + " " + line);
    }

    @Override
    public void close() {
        SendRun unfinished = open;
        if (unfinished != null) {
            unfinished.close();
        }
        stack.proxy().disarmAll();
        stack.api().clearFaults();
        stack.api().release("");
        senders.forEach(SenderProcess::close);
        reader.close();
    }
}
