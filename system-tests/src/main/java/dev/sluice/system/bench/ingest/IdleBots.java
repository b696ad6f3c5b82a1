package dev.sluice.system.bench.ingest;

import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.system.bench.measure.FileHandles;
import dev.sluice.system.bench.measure.LiveHeap;
import dev.sluice.system.bench.measure.ProcessUsage;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.SluiceProcess;
import dev.sluice.system.bench.rig.TokenDir;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;

/** 10,000 bots that have nothing to say, in one poller process with a heap of 512 MB; first 100 of them, for comparison. */
public final class IdleBots implements Scenario {
    private static final String PREFIX = "idle.";
    private static final long FIRST_ID = 200_001;
    private static final int FEW = 100;
    private static final double AIM_HEAP_MB = 512;
    private static final double AIM_CPU_PERCENT = 10;
    private static final double MB = 1024 * 1024;

    /** Files, pipes, jars and Kafka's connections, besides one socket for each bot. */
    private static final int OTHER_HANDLES = 500;

    /** Threads of the JIT compilers and of the management port, which come and go. */
    private static final int SLACK = 5;

    private static final Duration ADOPTED = Duration.ofSeconds(120);

    /** Collections and compilers come to rest. */
    private static final Duration SETTLE = Duration.ofSeconds(5);

    /** Longer than from one poll's answer to the next poll's arrival. */
    private static final Duration NO_POLL = Duration.ofSeconds(1);

    private static final Duration LOOK = Duration.ofSeconds(2);

    private final Rig rig;
    private final Sizes sizes;

    public IdleBots(Rig rig, Sizes sizes) {
        this.rig = rig;
        this.sizes = sizes;
    }

    /**
     * Looks whether the machine lets a process have so many connections.
     *
     * @throws StartFailure (USAGE) with one line that says what is too small
     */
    public static void requireRoom(int bots) {
        long handles = FileHandles.hardLimit();
        if (handles < bots + OTHER_HANDLES) {
            throw new StartFailure(
                    ExitCode.USAGE,
                    "ulimit -n",
                    "is " + handles + " at most; " + bots + " idle bots want " + (bots + OTHER_HANDLES)
                            + " file handles in one process, or --only without idle");
        }
        int ports = FileHandles.localPorts();
        if (ports < bots + OTHER_HANDLES) {
            throw new StartFailure(
                    ExitCode.USAGE,
                    "net.ipv4.ip_local_port_range",
                    "has " + ports + " ports; " + bots + " idle bots want " + (bots + OTHER_HANDLES)
                            + ", or --only without idle");
        }
    }

    @Override
    public void run(Findings into) {
        Bots few = Bots.of(FIRST_ID, FEW);
        Bots all = Bots.of(FIRST_ID, sizes.idleBots());
        rig.api().roundTrip(Duration.ofMillis(10));
        rig.api().registerBots(all.first(), all.count());
        rig.createTopics(PREFIX, Topics.ownedByIngest());
        TokenDir tokens = rig.tokenDir("idle");
        tokens.add(few.ids());
        long callsBefore = rig.api().stats().requests();
        try (SluiceProcess poller =
                rig.poller("poller-idle", PREFIX, tokens).start().awaitReady()) {
            rig.awaitWaiting(few, ADOPTED);
            Wait.pause(SETTLE);
            ProcessUsage withFew = poller.usage();
            rig.progress().say("idle: %d bots wait, %d threads", FEW, withFew.threads());
            tokens.add(all.ids().subList(FEW, all.count()));
            rig.awaitWaiting(all, ADOPTED);
            LiveHeap.bytes(poller.pid());
            // Every bot polls once more meanwhile: half of the CPU of the first minute is the compilers'.
            Wait.pause(sizes.idleWindow());
            rig.progress()
                    .say(
                            "idle: %,d bots wait; watching for %d s",
                            all.count(), sizes.idleWindow().toSeconds());
            long from = System.nanoTime();
            measure(poller, all, withFew, into);
            long to = System.nanoTime();
            rig.progress().say("idle: reading the ledger, stopping the poller");
            reportPolls(PollGaps.of(rig.api(), callsBefore, from, to), all, into);
        }
    }

    private void measure(SluiceProcess poller, Bots all, ProcessUsage withFew, Findings into) {
        Duration simulatorCpu = ProcessUsage.cpuOf(rig.simulatorPid());
        long from = System.nanoTime();
        Duration cpu = ProcessUsage.cpuOf(poller.pid());
        int fewestWaiting = all.count();
        int mostThreads = 0;
        for (long end = from + sizes.idleWindow().toNanos(); System.nanoTime() < end; ) {
            Wait.pause(LOOK);
            fewestWaiting = Math.min(fewestWaiting, rig.api().stats().pollsWaiting());
            mostThreads = Math.max(mostThreads, poller.usage().threads());
        }
        Duration used = ProcessUsage.cpuOf(poller.pid()).minus(cpu);
        double seconds = (System.nanoTime() - from) / 1e9;
        Duration simulatorUsed = ProcessUsage.cpuOf(rig.simulatorPid()).minus(simulatorCpu);
        ProcessUsage after = poller.usage();
        String what = what(all);
        into.add(Figure.single(what + "CPU of one core", "%", 1, Aim.atMost(AIM_CPU_PERCENT), percent(used, seconds)));
        into.add(Figure.single(what + "CPU of one core, simulator", "%", 1, null, percent(simulatorUsed, seconds)));
        into.add(Figure.single(
                        what + "heap in use after a collection",
                        "MB",
                        1,
                        Aim.atMost(AIM_HEAP_MB),
                        LiveHeap.bytes(poller.pid()) / MB)
                .withNote("with " + Rig.POLLER_HEAP));
        into.add(Figure.single(what + "resident memory", "MB", 0, null, after.rssBytes() / MB));
        into.add(Figure.single(what + "threads", "", 0, Aim.atMost(withFew.threads() + SLACK), mostThreads)
                .withNote("with " + FEW + " bots the same process had " + withFew.threads()));
        into.raw("open_handles", after.handles());
        into.raw("fewest_polls_waiting_at_a_look", fewestWaiting);
        into.raw("window_seconds", seconds);
    }

    private void reportPolls(PollGaps gaps, Bots all, Findings into) {
        String what = what(all);
        into.add(Figure.single(
                        what + "bots that kept their long poll",
                        "",
                        0,
                        Aim.atLeast(all.count()),
                        all.count() - gaps.botsWithout(NO_POLL))
                .withNote("never without a call at the API for more than " + NO_POLL.toMillis() + " ms"));
        into.add(Figure.single(
                what + "longest time without a call, any bot",
                "ms",
                0,
                null,
                gaps.longest().toMillis()));
        into.raw("polls_answered", gaps.answered());
    }

    private static String what(Bots all) {
        return "%,d idle bots: ".formatted(all.count());
    }

    private static double percent(Duration cpu, double seconds) {
        return cpu.toMillis() / seconds / 10;
    }
}
