package dev.sluice.local.botapi;

import dev.sluice.local.botapi.ledger.Keeping;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.reactor.IOReactorConfig;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Shows how fast the simulator is on this machine, so that figures of other benchmarks can be trusted: a bare HttpClient 5
 * loop that stores nothing, with empty and with full answers (100 updates of about 700 bytes), for several numbers of bots.
 */
@Command(name = "simulator-ceiling", mixinStandardHelpOptions = true)
public final class SimulatorCeiling implements Callable<Integer> {

    private static final long FIRST_BOT = 110_001;
    private static final int REFILL_LEVEL = 300;

    @Option(names = "--seconds", defaultValue = "5", description = "Length of each measurement.")
    private int seconds;

    @Option(names = "--rtt-ms", defaultValue = "0", description = "Round trip time of the simulator.")
    private long rttMs;

    @Option(names = "--bots", split = ",", defaultValue = "1,50,500", description = "Numbers of bots.")
    private List<Integer> counts = List.of();

    @Option(names = "--idle", defaultValue = "10000", description = "Number of long polls that hang at once; 0: none.")
    private int idle;

    public static void main(String[] args) {
        System.exit(new CommandLine(new SimulatorCeiling()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        int most = counts.stream().mapToInt(Integer::intValue).max().orElse(1);
        try (Simulator simulator = Simulator.builder()
                        .bots(FIRST_BOT, most)
                        .keep(Keeping.IDS)
                        .keepCalls(0)
                        .roundTrip(Duration.ofMillis(rttMs))
                        .heap("1g")
                        .start();
                CloseableHttpAsyncClient http = client(most)) {
            http.start();
            measure(simulator, http, most, false, 2);
            System.out.println("bots  answers  polls/s  updates/s  MB/s  simulator CPU us/answer");
            for (int bots : counts) {
                print(measure(simulator, http, bots, false, seconds));
            }
            simulator.client().refill(REFILL_LEVEL, 1);
            measure(simulator, http, most, true, 2);
            for (int bots : counts) {
                print(measure(simulator, http, bots, true, seconds));
            }
            simulator.client().refill(0, 1);
        }
        if (idle > 0) {
            measureIdle();
        }
        return 0;
    }

    /** Long polls that hang in a process of their own: what they cost in memory and, once they hang, in time. */
    private void measureIdle() throws IOException, InterruptedException {
        try (Simulator simulator =
                Simulator.builder().bots(FIRST_BOT, idle).heap("256m").start()) {
            long before = residentKilobytes(simulator);
            try (IdlePolls polls = new IdlePolls(simulator.apiUrl(), FIRST_BOT, idle)) {
                while (simulator.client().stats().pollsWaiting() < idle) {
                    Thread.sleep(100);
                }
                long cpu = cpuNanos(simulator);
                Thread.sleep(Duration.ofSeconds(seconds).toMillis());
                System.out.printf(
                        Locale.ROOT,
                        "%d long polls hang: %.1f KB each (resident), CPU %.1f %% of one core%n",
                        idle,
                        (residentKilobytes(simulator) - before) / (double) idle,
                        (cpuNanos(simulator) - cpu) / 1e7 / seconds);
            }
        }
    }

    private static long residentKilobytes(Simulator simulator) throws IOException {
        Path status = Path.of("/proc", Long.toString(simulator.process().pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElse(0);
        }
    }

    private static Figures measure(
            Simulator simulator, CloseableHttpAsyncClient http, int bots, boolean full, int seconds)
            throws InterruptedException {
        List<PollLoop> loops = LongStream.range(FIRST_BOT, FIRST_BOT + bots)
                .mapToObj(bot -> new PollLoop(http, simulator.apiUrl(), SimulatedTokens.tokenOf(bot), full))
                .toList();
        long cpu = cpuNanos(simulator);
        long start = System.nanoTime();
        loops.forEach(PollLoop::start);
        Thread.sleep(Duration.ofSeconds(seconds).toMillis());
        long took = System.nanoTime() - start;
        long polls = 0;
        long updates = 0;
        long bytes = 0;
        for (PollLoop loop : loops) {
            polls += loop.polls();
            updates += loop.updates();
            bytes += loop.bytes();
        }
        long used = cpuNanos(simulator) - cpu;
        loops.forEach(PollLoop::stop);
        for (PollLoop loop : loops) {
            loop.awaitEnd();
        }
        return new Figures(bots, full, polls, updates, bytes, took, used);
    }

    private static long cpuNanos(Simulator simulator) {
        return ProcessHandle.of(simulator.process().pid())
                .flatMap(process -> process.info().totalCpuDuration())
                .orElse(Duration.ZERO)
                .toNanos();
    }

    private static CloseableHttpAsyncClient client(int connections) {
        return HttpAsyncClients.custom()
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(1)
                        .setTcpNoDelay(true)
                        .build())
                .setConnectionManager(PoolingAsyncClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(connections)
                        .setMaxConnPerRoute(connections)
                        .setDefaultConnectionConfig(ConnectionConfig.DEFAULT)
                        .build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .build();
    }

    private static void print(Figures figures) {
        double perSecond = 1e9 / figures.nanos;
        System.out.printf(
                Locale.ROOT,
                "%4d  %-7s  %7.0f  %9.0f  %4.0f  %.1f%n",
                figures.bots,
                figures.full ? "full" : "empty",
                figures.polls * perSecond,
                figures.updates * perSecond,
                figures.bytes * perSecond / 1e6,
                figures.cpuNanos / 1e3 / Math.max(1, figures.polls));
    }

    private record Figures(int bots, boolean full, long polls, long updates, long bytes, long nanos, long cpuNanos) {}
}
