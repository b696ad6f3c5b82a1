package dev.sluice.system.bench.ingest;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.model.Topics;
import dev.sluice.system.bench.measure.MetricsPage;
import dev.sluice.system.bench.measure.Samples;
import dev.sluice.system.bench.report.Figure;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Bots;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import dev.sluice.system.bench.rig.SluiceProcess;
import dev.sluice.system.bench.rig.TokenDir;
import dev.sluice.system.bench.rig.Wait;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * SIGKILL for the owner of bots, until each of them is polled again: by another instance, which has to wait for the group
 * to give the dead member up, and by the same static member that is started again at once.
 */
public final class Failover implements Scenario {
    private static final int BOTS = 16;
    private static final Duration BACK = Duration.ofSeconds(60);
    private static final String SHARDS = "sluice_ingest_shards_owned";
    private static final String BOTS_METRIC = "sluice_ingest_bots";

    /** Long enough for a new owner's first polls, which are spaced out, to have left. */
    private static final Duration REST = Duration.ofSeconds(1);

    private static final Duration LOOK = Duration.ofMillis(100);

    private final Rig rig;
    private final Sizes sizes;

    public Failover(Rig rig, Sizes sizes) {
        this.rig = rig;
        this.sizes = sizes;
    }

    @Override
    public void run(Findings into) {
        rig.progress().say("failover: starting two pollers");
        rig.api().roundTrip(Duration.ofMillis(10));
        takeOver(into);
        restart(into);
    }

    /** Two dynamic members; the one that owns everything is killed. The survivor is the next round's victim. */
    private void takeOver(Findings into) {
        String prefix = "takeover.";
        Bots bots = Bots.of(160_001, BOTS);
        TokenDir tokens = prepare(prefix, bots);
        long callsBefore = rig.api().stats().requests();
        List<Double> first = new ArrayList<>();
        List<Double> last = new ArrayList<>();
        SluiceProcess owner =
                rig.poller("poller-takeover-0", prefix, tokens).start().awaitReady();
        try {
            rig.awaitWaiting(bots, BACK);
            for (int n = 1; n <= sizes.kills(); n++) {
                SluiceProcess other = rig.poller("poller-takeover-" + n, prefix, tokens)
                        .start()
                        .awaitReady();
                awaitShared(owner, other, bots, callsBefore);
                int owned = (int) owner.metrics().sum(BOTS_METRIC);
                long killed = owner.kill();
                owner = other;
                note("another instance takes over", n, polledAgain(bots, owned, callsBefore, killed), first, last);
            }
        } finally {
            owner.close();
        }
        report("kill -9 of the owner to the next poll by another instance", first, last, into);
    }

    private void restart(Findings into) {
        String prefix = "restart.";
        Bots bots = Bots.of(161_001, BOTS);
        TokenDir tokens = prepare(prefix, bots);
        long callsBefore = rig.api().stats().requests();
        List<Double> first = new ArrayList<>();
        List<Double> last = new ArrayList<>();
        SluiceProcess.Builder builder =
                rig.poller("poller-restart", prefix, tokens).instanceId("bench-1");
        SluiceProcess owner = builder.start().awaitReady();
        try {
            for (int n = 1; n <= sizes.kills(); n++) {
                rig.awaitWaiting(bots, BACK);
                long killed = owner.kill();
                owner = builder.start();
                note("the static member is back", n, polledAgain(bots, BOTS, callsBefore, killed), first, last);
                owner.awaitReady();
            }
        } finally {
            owner.close();
        }
        report("kill -9 of a static member to its next poll after an immediate restart", first, last, into);
    }

    /**
     * Waits until each of the two serves shards and they poll all bots between them, and until that has settled: a poll
     * that a former owner gave up looks as if it still hung, until the new owner's arrives.
     */
    private void awaitShared(SluiceProcess one, SluiceProcess other, Bots bots, long afterSeq) {
        Wait.until("two pollers to share the shards", BACK, LOOK.toMillis(), () -> {
            MetricsPage a = one.metrics();
            MetricsPage b = other.metrics();
            return a.sum(SHARDS) > 0
                    && b.sum(SHARDS) > 0
                    && a.sum(SHARDS) + b.sum(SHARDS) == Topics.CHECKPOINTS.partitions()
                    && a.sum(BOTS_METRIC) + b.sum(BOTS_METRIC) == BOTS;
        });
        Wait.until("the polls to come to rest", BACK, 0, () -> {
            int before = polls(bots, afterSeq).size();
            Wait.pause(REST);
            return polls(bots, afterSeq).size() == before;
        });
    }

    /**
     * Waits until so many bots that were the dead poller's are polled again, and tells how many seconds after its death.
     * They are known by the poll that it left hanging; the other poller's bots have theirs answered before the next.
     */
    private Samples polledAgain(Bots bots, int owned, long afterSeq, long killed) {
        List<Double> seconds = new ArrayList<>();
        Wait.until("the dead poller's bots to be polled again", BACK, LOOK.toMillis(), () -> {
            seconds.clear();
            Map<Long, LedgerCall> latest = new HashMap<>();
            Set<Long> back = new HashSet<>();
            for (LedgerCall call : polls(bots, afterSeq)) {
                LedgerCall before = latest.put(call.botId(), call);
                boolean leftHanging = before != null
                        && (before.answeredNanos() == 0 || before.answeredNanos() >= call.receivedNanos());
                if (call.receivedNanos() > killed && leftHanging && back.add(call.botId())) {
                    seconds.add((call.receivedNanos() - killed) / 1e9);
                }
            }
            return back.size() >= owned;
        });
        return new Samples(seconds);
    }

    private List<LedgerCall> polls(Bots bots, long afterSeq) {
        try (Stream<LedgerCall> calls = rig.api().calls(afterSeq)) {
            return calls.filter(call -> bots.has(call.botId()) && call.method().equals("getUpdates"))
                    .toList();
        }
    }

    private TokenDir prepare(String prefix, Bots bots) {
        rig.api().registerBots(bots.first(), bots.count());
        rig.createTopics(prefix, Topics.ownedByIngest());
        TokenDir tokens = rig.tokenDir(prefix.replace(".", ""));
        tokens.add(bots.ids());
        return tokens;
    }

    private void note(String what, int n, Samples seconds, List<Double> first, List<Double> last) {
        first.add(seconds.min());
        last.add(seconds.max());
        rig.progress()
                .say(
                        "failover %d: %s, first bot after %.2f s, last after %.2f s",
                        n, what, seconds.min(), seconds.max());
    }

    private static void report(String what, List<Double> first, List<Double> last, Findings into) {
        into.add(
                Figure.median(what, "s", 2, null, Samples.of(first)).withNote("of the first bot that is polled again"));
        into.add(Figure.median(what + ", last of its bots", "s", 2, null, Samples.of(last)));
    }
}
