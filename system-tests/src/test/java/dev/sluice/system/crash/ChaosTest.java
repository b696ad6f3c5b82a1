package dev.sluice.system.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.local.botapi.SimulatorStats;
import dev.sluice.model.Topics;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.TransactionAudit;
import dev.sluice.system.check.Violation;
import dev.sluice.system.harness.PollerProcess;
import dev.sluice.system.harness.SystemStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three pollers and three brokers under traffic, killed, frozen and cut off at random for {@code -Dsluice.chaos.minutes}.
 *
 * <p>Time is cut into phases with bots of their own, which come and go through the token directory. At the end of each phase
 * everything is mended, all updates have to be stored within a deadline, and the invariants are checked. The random choices
 * are repeatable by {@code -Dsluice.seed}, what they hit is not.
 */
@Tag("chaos")
class ChaosTest {
    private static final Duration TOTAL = Duration.ofMinutes(Integer.getInteger("sluice.chaos.minutes", 30));
    private static final Duration PHASE = Duration.ofMinutes(3);
    private static final Duration PROGRESS = Duration.ofSeconds(30);
    private static final int BOTS = 24;
    private static final int UPDATES_PER_SECOND = 150;
    private static final int LEAST_KILLS_PER_MINUTE = 6;
    private static final int LONGEST_FREEZE_MS = 13_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private final long seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000));
    private final Random random = new Random(seed);
    private IngestReport total = new IngestReport();

    @Test
    void nothingIsLostDoubledOrPartial() throws Exception {
        print("seed=" + seed);
        Path tokens = Files.createDirectory(dir.resolve("tokens"));
        try (SystemStack stack = SystemStack.start(dir, 3, Map.of());
                CommittedReader reader = stack.reader()) {
            List<ChaosMember<PollerProcess>> pollers = List.of(
                    new ChaosMember<>(
                            stack::tokens, stack.poller("chaos-1", tokens).staticMember()),
                    new ChaosMember<>(
                            stack::tokens, stack.poller("chaos-2", tokens).with("sluice.log.level", "INFO")),
                    new ChaosMember<>(
                            stack::tokens,
                            stack.poller("chaos-3", tokens).staticMember().with("sluice.log.level", "INFO")));
            try (ChaosMonkey monkey = new ChaosMonkey(stack.proxy(), stack.kafka(), pollers, LONGEST_FREEZE_MS, seed)) {
                pollers.forEach(ChaosMember::start);
                long end = System.nanoTime() + TOTAL.toNanos();
                while (System.nanoTime() < end) {
                    phase(stack, reader, pollers, monkey, tokens, end);
                }
                for (ChaosMember<PollerProcess> poller : pollers) {
                    assertTrue(poller.stop(), "a clean drain in the end");
                    total = total.plus(poller.leaks());
                }
                finish(stack, monkey);
            } finally {
                pollers.forEach(ChaosMember::abandon);
            }
        }
    }

    private void phase(
            SystemStack stack,
            CommittedReader reader,
            List<ChaosMember<PollerProcess>> pollers,
            ChaosMonkey monkey,
            Path tokens,
            long end)
            throws Exception {
        List<Long> bots = stack.freshBots(BOTS);
        offerTokens(tokens, bots);
        CrashRun run = new CrashRun(stack, reader, bots, random.nextLong());
        run.startTraffic(UPDATES_PER_SECOND);
        long phaseEnd = Math.min(end, System.nanoTime() + PHASE.toNanos());
        long progress = System.nanoTime() + PROGRESS.toNanos();
        while (System.nanoTime() < phaseEnd) {
            monkey.act();
            TimeUnit.MILLISECONDS.sleep(300 + random.nextInt(3_500));
            if (System.nanoTime() > progress) {
                progress += PROGRESS.toNanos();
                run.noteCrash();
                progress(stack, monkey);
            }
        }
        monkey.awaitMended();
        IngestReport report =
                run.verdict(pollers.stream().flatMap(p -> p.alive().stream()).toList());
        reader.forget();
        total = total.plus(report);
        print("phase seed=" + seed + " kills=" + monkey.kills() + " " + report);
        assertEquals(0, report.waiting(), report::toString);
        assertTrue(report.clean(), report::toString);
    }

    /** The bots of the phase before are given up; their checkpoints stay. */
    private static void offerTokens(Path dir, List<Long> bots) throws IOException {
        try (var files = Files.list(dir)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        for (long bot : bots) {
            Files.writeString(dir.resolve("bot-" + bot), SimulatedTokens.tokenOf(bot) + "\n");
        }
    }

    private void finish(SystemStack stack, ChaosMonkey monkey) {
        IngestReport audit = TransactionAudit.audit(
                stack.brokerData(),
                bot -> true,
                SystemStack.topic(Topics.UPDATES),
                SystemStack.topic(Topics.CHECKPOINTS),
                SystemStack.topic(Topics.QUARANTINE));
        total = total.plus(audit);
        print(
                "kills=%d pollers=%d brokers=%d freezes=%d cuts=%d strikes=%d minutes=%d seed=%d generated=%d stored=%d lost=%d doubled=%d partial=%d altered=%d fenced=%d leaked=%d"
                        .formatted(
                                monkey.kills(),
                                monkey.memberKills,
                                monkey.brokerKills,
                                monkey.freezes,
                                monkey.cuts,
                                monkey.strikes,
                                TOTAL.toMinutes(),
                                seed,
                                total.pushed(),
                                total.stored(),
                                total.count(Violation.LOST),
                                total.count(Violation.DOUBLED),
                                total.count(Violation.PARTIAL),
                                total.count(Violation.ALTERED),
                                total.count(Violation.FENCED),
                                total.count(Violation.LEAKED)));
        assertTrue(total.clean(), total::toString);
        assertTrue(monkey.kills() >= LEAST_KILLS_PER_MINUTE * TOTAL.toMinutes(), "too few kills to show anything");
    }

    private static void progress(SystemStack stack, ChaosMonkey monkey) {
        SimulatorStats stats = stack.api().stats();
        print("kills=%d (pollers %d, brokers %d) freezes=%d cuts=%d strikes=%d generated=%d confirmed=%d pending=%d"
                .formatted(
                        monkey.kills(),
                        monkey.memberKills,
                        monkey.brokerKills,
                        monkey.freezes,
                        monkey.cuts,
                        monkey.strikes,
                        stats.generated(),
                        stats.confirmed(),
                        stats.pending()));
    }

    private static void print(String line) {
        System.out.println("chaos " + line);
    }
}
