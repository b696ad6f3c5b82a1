package dev.sluice.system.bench.send;

import dev.sluice.model.Priority;
import dev.sluice.system.bench.report.Aim;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;

/**
 * What goes out under stock limits, each with a bot of its own: begun one after the other, so that nobody waits for thousands
 * of others' requests to be accepted, and all under way at the same time from then on.
 */
public final class Rates implements Scenario {
    private static final Bots BOTS = SharedSender.bots(0, 6);
    private static final long BURST = BOTS.first();
    private static final long BULK_BURST = BURST + 1;
    private static final long STEADY = BURST + 2;
    private static final long BULK_STEADY = BURST + 3;
    private static final long GROUP = BURST + 4;
    private static final long ONE_CHAT = BURST + 5;

    private static final int BOT_LIMIT = 30;
    private static final int GROUP_LIMIT = 20;
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofSeconds(60);
    private static final int PRIVATE = 60;
    private static final long CHAT = 7_000_001;
    private static final long THE_GROUP = -1_007_000_001L;

    /** Between the group and the backlogs: what was written has been accepted by then. */
    private static final Duration ACCEPTED = Duration.ofSeconds(2);

    /** Between the backlogs and the bursts. */
    private static final Duration BACKLOG_ACCEPTED = Duration.ofSeconds(5);

    private static final double AIM_BURST_SECONDS = 10.2;
    private static final double AIM_STEADY = 0.98;
    private static final double AIM_GROUP_SECONDS = 81;
    private static final double AIM_ONE_CHAT = 0.97;

    /** Two windows of the bot and what is left for the third, while the group takes a slot of each. */
    private static final double AIM_PRIVATE_SECONDS = 2.2;

    private final SharedSender sender;
    private final Rig rig;
    private final SendSizes sizes;
    private final int steady;

    public Rates(SharedSender sender, SendSizes sizes) {
        this.sender = sender;
        this.rig = sender.rig();
        this.sizes = sizes;
        this.steady = Math.toIntExact(BOT_LIMIT * sizes.steady().toSeconds()) + BOT_LIMIT;
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("rates under stock limits: some %d s", sizes.group() > GROUP_LIMIT ? 82 : 27);
        rig.api().roundTrip(Duration.ZERO);
        long callsBefore = rig.api().stats().requests();
        int total = 2 * sizes.burst() + 2 * steady + sizes.group() + PRIVATE + sizes.toOneChat();
        Written written = write();
        Wait.until(
                "the sends under limits",
                Duration.ofSeconds(150),
                200,
                () -> rig.api().stats().requests() >= callsBefore + total);
        Arrivals all = Arrivals.of(rig, BOTS, callsBefore);
        if (all.count() != total) {
            into.fault(total + " requests became " + all.count() + " calls");
        }
        burst(of(all, BURST), "", written.burst(), into);
        burst(of(all, BULK_BURST), ", bulk", written.bulkBurst(), into);
        steady(of(all, STEADY), "", into);
        steady(of(all, BULK_STEADY), ", bulk", into);
        group(of(all, GROUP), written.group(), into);
        double perSecond = of(all, ONE_CHAT).perSecond(1);
        into.add(Figure.single("one chat: sends/s ÷ limit of 1/s", "", 4, Aim.atLeast(AIM_ONE_CHAT), perSecond));
    }

    /** When the first request of each was handed to its producer. */
    private record Written(long group, long burst, long bulkBurst) {}

    private Written write() {
        try (Requests requests = sender.requests(1)) {
            long group = System.nanoTime();
            for (int n = 0; n < sizes.group(); n++) {
                requests.message(GROUP, THE_GROUP, Priority.REPLY);
            }
            for (int n = 0; n < PRIVATE; n++) {
                requests.message(GROUP, CHAT + n, Priority.REPLY);
            }
            for (int n = 0; n < sizes.toOneChat(); n++) {
                requests.message(ONE_CHAT, CHAT, Priority.REPLY);
            }
            requests.flush();
            Wait.pause(ACCEPTED);
            for (int n = 0; n < steady; n++) {
                requests.message(STEADY, CHAT + n, Priority.REPLY);
                requests.message(BULK_STEADY, CHAT + n, Priority.BULK);
            }
            requests.flush();
            Wait.pause(BACKLOG_ACCEPTED);
            long burst = burst(requests, BURST, Priority.REPLY);
            long bulkBurst = burst(requests, BULK_BURST, Priority.BULK);
            return new Written(group, burst, bulkBurst);
        }
    }

    private long burst(Requests requests, long bot, Priority priority) {
        long start = System.nanoTime();
        for (int n = 0; n < sizes.burst(); n++) {
            requests.message(bot, CHAT + n, priority);
        }
        requests.flush();
        return start;
    }

    private static Arrivals of(Arrivals all, long bot) {
        return all.where(call -> call.botId() == bot);
    }

    private void burst(Arrivals sends, String kind, long start, Findings into) {
        String what = "one bot, %d messages to %d chats%s: ".formatted(sizes.burst(), sizes.burst(), kind);
        into.add(Figure.single(
                what + "first request written to last on the wire",
                "s",
                2,
                Aim.atMost(AIM_BURST_SECONDS * sizes.burst() / 300),
                seconds(start, sends)));
        into.add(most(what + "most in any 1 s on the wire", sends, SECOND, BOT_LIMIT));
    }

    private void steady(Arrivals sends, String kind, Findings into) {
        String what = "one bot, %d s of backlog%s: ".formatted(sizes.steady().toSeconds(), kind);
        into.add(Figure.single(
                what + "sends/s ÷ limit of 30/s",
                "",
                4,
                Aim.atLeast(AIM_STEADY),
                sends.perSecond(BOT_LIMIT) / BOT_LIMIT));
        into.add(most(what + "most in any 1 s on the wire", sends, SECOND, BOT_LIMIT));
    }

    private void group(Arrivals sends, long start, Findings into) {
        Arrivals group = sends.where(call -> Arrivals.chatOf(call) == THE_GROUP);
        Arrivals others = sends.where(call -> Arrivals.chatOf(call) != THE_GROUP);
        String what = "one group, %d messages: ".formatted(sizes.group());
        into.add(Figure.single(
                what + "first request written to last on the wire",
                "s",
                2,
                Aim.atMost(AIM_GROUP_SECONDS),
                seconds(start, group)));
        into.add(most(what + "most in any 60 s on the wire", group, MINUTE, GROUP_LIMIT));
        into.add(most(what + "most in any 1 s on the wire", group, SECOND, 1));
        into.add(Figure.single(
                what + PRIVATE + " private ones of the same bot meanwhile",
                "s",
                2,
                Aim.atMost(AIM_PRIVATE_SECONDS),
                seconds(start, others)));
    }

    private static Figure most(String name, Arrivals sends, Duration length, int limit) {
        return Figure.single(name, "", 0, Aim.atMost(limit), sends.mostWithin(length));
    }

    private static double seconds(long start, Arrivals sends) {
        return (sends.lastNanos() - start) / 1e9;
    }
}
