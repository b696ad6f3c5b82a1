package dev.sluice.system.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.botapi.SimulatedTokens;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.send.SendReport;
import dev.sluice.system.harness.LoadMix;
import dev.sluice.system.harness.OutboundStack;
import dev.sluice.system.harness.SenderProcess;
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
 * Three senders and three brokers under load and in bad weather, killed, frozen and cut off at random for
 * {@code -Dsluice.chaos.minutes}.
 *
 * <p>Time is cut into phases with bots of their own, which come and go through the token directory. At the end of each phase
 * everything is mended, a person settles what is open, all requests have to end within a deadline, and O1 to O9 are checked.
 * The random choices are repeatable by {@code -Dsluice.seed}, what they hit is not.
 */
@Tag("chaos")
class SendChaosTest {
    private static final Duration TOTAL = Duration.ofMinutes(Integer.getInteger("sluice.chaos.minutes", 30));
    private static final Duration PHASE = Duration.ofMinutes(3);
    private static final Duration PROGRESS = Duration.ofSeconds(30);
    private static final Duration MENDED = Duration.ofMinutes(4);
    private static final int BOTS = 6;
    private static final int REQUESTS_PER_SECOND = 30;
    private static final int LEAST_KILLS_PER_MINUTE = 6;

    /** Past every lease. */
    private static final int LONGEST_FREEZE_MS = 20_000;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path dir;

    private final long seed = Long.getLong("sluice.seed", new Random().nextInt(1_000_000_000));
    private final Random random = new Random(seed);
    private SendReport total = new SendReport();

    @Test
    void everyRequestEndsOnceAndNothingIsSentTwice() throws Exception {
        print("seed=" + seed);
        Path tokens = Files.createDirectory(dir.resolve("tokens"));
        try (OutboundStack stack = OutboundStack.start(dir, 3, Map.of());
                CommittedReader reader = stack.reader()) {
            List<ChaosMember<SenderProcess>> senders = List.of(
                    member(stack, stack.sender("chaos-1", tokens).staticMember()),
                    member(stack, stack.sender("chaos-2", tokens).with("sluice.log.level", "INFO")),
                    member(stack, stack.sender("chaos-3", tokens).staticMember().with("sluice.log.level", "INFO")));
            try (ChaosMonkey monkey = new ChaosMonkey(stack.proxy(), stack.kafka(), senders, LONGEST_FREEZE_MS, seed)) {
                senders.forEach(ChaosMember::start);
                long end = System.nanoTime() + TOTAL.toNanos();
                while (System.nanoTime() < end) {
                    phase(stack, reader, senders, monkey, tokens, end);
                }
                for (ChaosMember<SenderProcess> sender : senders) {
                    assertTrue(sender.stop(), "a clean drain in the end");
                    total = total.plusSecrets(sender.leaks());
                }
                finish(monkey);
            } finally {
                senders.forEach(ChaosMember::abandon);
            }
        }
    }

    private static ChaosMember<SenderProcess> member(OutboundStack stack, SenderProcess.Builder builder) {
        return new ChaosMember<>(stack::tokens, SendRow.tuned(builder));
    }

    private void phase(
            OutboundStack stack,
            CommittedReader reader,
            List<ChaosMember<SenderProcess>> senders,
            ChaosMonkey monkey,
            Path tokens,
            long end)
            throws Exception {
        List<Long> bots = stack.freshBots(BOTS);
        offerTokens(tokens, bots);
        try (SendRun run = new SendRun(
                stack, reader, bots, "chaos", LoadMix.FULL, SendRow.LIMITS, random.nextInt(1_000_000_000))) {
            run.startWeather();
            run.load.start(REQUESTS_PER_SECOND);
            long phaseEnd = Math.min(end, System.nanoTime() + PHASE.toNanos());
            long progress = System.nanoTime() + PROGRESS.toNanos();
            while (System.nanoTime() < phaseEnd) {
                monkey.act();
                TimeUnit.MILLISECONDS.sleep(300 + random.nextInt(3_500));
                if (System.nanoTime() > progress) {
                    progress += PROGRESS.toNanos();
                    print("kills=%d (senders %d, brokers %d) freezes=%d cuts=%d strikes=%d written=%d"
                            .formatted(
                                    monkey.kills(),
                                    monkey.memberKills,
                                    monkey.brokerKills,
                                    monkey.freezes,
                                    monkey.cuts,
                                    monkey.strikes,
                                    run.load.written()));
                }
            }
            monkey.awaitMended();
            SendReport report = run.within(MENDED)
                    .stopped(monkey::stops)
                    .verdict(senders.stream().flatMap(s -> s.alive().stream()).toList());
            reader.forget();
            total = total.plus(report);
            print("phase seed=" + seed + " kills=" + monkey.kills() + " " + report);
            assertEquals(0, report.totals().waiting(), report::toString);
            assertTrue(report.clean(), report::toString);
        }
    }

    /** The bots of the phase before are given up. */
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

    private void finish(ChaosMonkey monkey) {
        print("kills=%d senders=%d brokers=%d freezes=%d cuts=%d strikes=%d minutes=%d seed=%d %s"
                .formatted(
                        monkey.kills(),
                        monkey.memberKills,
                        monkey.brokerKills,
                        monkey.freezes,
                        monkey.cuts,
                        monkey.strikes,
                        TOTAL.toMinutes(),
                        seed,
                        total));
        assertTrue(total.clean(), total::toString);
        assertTrue(monkey.kills() >= LEAST_KILLS_PER_MINUTE * TOTAL.toMinutes(), "too few kills to show anything");
    }

    private static void print(String line) {
        System.out.println("chaos-send " + line);
    }
}
