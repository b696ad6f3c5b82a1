package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
import dev.sluice.model.Topics;
import dev.sluice.system.bench.measure.LiveHeap;
import dev.sluice.system.bench.measure.Samples;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.SluiceProcess;
import dev.sluice.system.bench.rig.TokenDir;
import dev.sluice.system.bench.rig.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A million bulk jobs of one bot, each to a chat of its own: what they cost while others are granted, in memory, at a restart,
 * and for a reply that comes after them.
 */
public final class Backlog implements Scenario {
    private static final String PREFIX = "backlog.";
    private static final Bots BOTS = Bots.of(320_001, 2);
    private static final long FEW = BOTS.first();
    private static final long MANY = BOTS.first() + 1;
    private static final long FIRST_CHAT = 30_000_000;
    private static final long REPLY_CHAT = 90_000_000;
    private static final double MB = 1024 * 1024;

    private static final double AIM_COST = 1.3;
    private static final double AIM_HEAP_MB = 1024;
    private static final double AIM_RESTART_SECONDS = 30;
    private static final double AIM_WIPED_SECONDS = 120;
    private static final double AIM_REPLY_MS = 1000;

    /** A command is read by then. */
    private static final Duration READ = Duration.ofSeconds(2);

    private static final Duration ACCEPTED = Duration.ofMinutes(10);
    private static final Duration FIRST_SEND = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(60);

    private final Rig rig;
    private final SendSizes sizes;
    private final TokenDir tokens;

    public Backlog(Rig rig, SendSizes sizes) {
        this.rig = rig;
        this.sizes = sizes;
        this.tokens = rig.tokenDir("send-backlog");
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("backlog: starting a sender");
        rig.api().roundTrip(Duration.ZERO);
        rig.createTopics(PREFIX, Topics.usedByOutbound());
        rig.api().registerBots(BOTS.first(), BOTS.count());
        tokens.add(BOTS.ids());
        try (Requests requests = new Requests(rig.bootstrapServers(), PREFIX, 5)) {
            grants(requests, into);
            restart(requests, into);
            wiped(into);
        }
    }

    /** The same traffic with few and with many jobs behind it; and what the many take in memory. */
    private void grants(Requests requests, Findings into) {
        SluiceProcess sender = rig.sender("sender-backlog", PREFIX, tokens)
                .set("SLUICE_OUTBOUND_BOT_LIMIT", GrantCost.PER_SECOND + "/1s")
                .start()
                .awaitReady();
        try {
            GrantCost cost = new GrantCost(rig, sender, requests, sizes.grantWindow());
            accept(sender, requests, FEW, sizes.fewJobs());
            // once for the compilers
            cost.of(FEW, FIRST_CHAT + sizes.fewJobs(), 0);
            double few = cost.of(FEW, FIRST_CHAT + 500_000, sizes.fewJobs());
            requests.command(FEW, "pause");
            long from = System.nanoTime();
            accept(sender, requests, MANY, sizes.manyJobs());
            double acceptSeconds = (System.nanoTime() - from) / 1e9;
            double heap = LiveHeap.bytes(sender.pid()) / MB;
            double many = cost.of(MANY, FIRST_CHAT + sizes.manyJobs(), sizes.manyJobs());
            String what = "%,d bulk jobs to as many chats: ".formatted(sizes.manyJobs());
            into.add(Figure.single(
                            what + "CPU of the sender per grant ÷ the same with %,d".formatted(sizes.fewJobs()),
                            "",
                            2,
                            Aim.atMost(AIM_COST),
                            many / few)
                    .withNote("%.3f ms and %.3f ms at %d grants/s".formatted(many, few, GrantCost.PER_SECOND)));
            into.add(Figure.single(what + "heap in use after a collection", "MB", 0, Aim.atMost(AIM_HEAP_MB), heap)
                    .withNote("with " + Rig.SENDER_HEAP));
            into.add(Figure.single(
                    what + "resident memory", "MB", 0, null, sender.usage().rssBytes() / MB));
            into.add(Figure.single(what + "written to accepted", "/s", 0, null, sizes.manyJobs() / acceptSeconds));
        } finally {
            sender.kill();
        }
    }

    /** Accepted, with the bot paused meanwhile: so none is sent. */
    private void accept(SluiceProcess sender, Requests requests, long bot, int jobs) {
        requests.command(bot, "pause");
        Wait.pause(READ);
        rig.progress().say("backlog: writing %,d jobs", jobs);
        for (int n = 0; n < jobs; n++) {
            requests.message(bot, FIRST_CHAT + n, Priority.BULK);
        }
        requests.flush();
        rig.progress().say("backlog: written");
        Wait.until(
                jobs + " jobs to be accepted",
                ACCEPTED,
                250,
                () -> sender.metrics().ofBot("sluice_outbound_backlog", bot) >= jobs);
        requests.command(bot, "resume");
    }

    private void restart(Requests requests, Findings into) {
        rig.progress().say("backlog: killed; starting it on its local state, with stock limits");
        SluiceProcess sender = firstSend("restart after kill -9 to first send, local state", AIM_RESTART_SECONDS, into);
        try {
            replies(requests, into);
        } finally {
            sender.kill();
        }
    }

    private void wiped(Findings into) {
        rig.progress().say("backlog: killed; starting it without its state");
        delete(rig.stateDir(PREFIX));
        SluiceProcess sender = firstSend("restart after kill -9 to first send, state wiped", AIM_WIPED_SECONDS, into);
        sender.kill();
    }

    private SluiceProcess firstSend(String what, double aimSeconds, Findings into) {
        long before = rig.api().stats().requests();
        long start = System.nanoTime();
        SluiceProcess sender = rig.sender("sender-backlog", PREFIX, tokens).start();
        Wait.until("the first send after a restart", FIRST_SEND, 20, () -> {
            sender.requireAlive();
            return rig.api().stats().requests() > before;
        });
        double seconds = (System.nanoTime() - start) / 1e9;
        rig.progress().say("backlog: first send after %.1f s", seconds);
        into.add(Figure.single(
                "%,d bulk jobs to as many chats: ".formatted(sizes.manyJobs()) + what,
                "s",
                1,
                Aim.atMost(aimSeconds),
                seconds));
        return sender;
    }

    /** One after the other, while the bot's windows are full of bulk. */
    private void replies(Requests requests, Findings into) {
        // the sender has just started: what is measured is not its compilers
        Wait.pause(Duration.ofSeconds(5));
        List<Double> ms = new ArrayList<>();
        for (int n = 0; n < sizes.replies(); n++) {
            long before = rig.api().stats().requests();
            long chat = REPLY_CHAT + n;
            long written = System.nanoTime();
            requests.message(MANY, chat, Priority.REPLY);
            requests.flush();
            long[] arrived = new long[1];
            Wait.until("a reply behind the backlog", SOON, 100, () -> {
                Long at = Arrivals.of(rig, BOTS, before).nanosByChat().get(chat);
                arrived[0] = at == null ? 0 : at;
                return at != null;
            });
            ms.add((arrived[0] - written) / 1e6);
            Wait.pause(Duration.ofMillis(700));
        }
        Samples samples = new Samples(ms);
        into.add(new Figure(
                "a reply behind %,d bulk jobs of its bot: written to wire, the slowest".formatted(sizes.manyJobs()),
                "ms",
                0,
                Aim.atMost(AIM_REPLY_MS),
                samples.max(),
                samples,
                ""));
    }

    private static void delete(Path dir) {
        try (Stream<Path> found = Files.walk(dir)) {
            for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot wipe a state directory", e);
        }
    }
}
