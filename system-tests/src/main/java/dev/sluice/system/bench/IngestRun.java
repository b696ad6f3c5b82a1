package dev.sluice.system.bench;

import dev.sluice.system.bench.ingest.Burst;
import dev.sluice.system.bench.ingest.Delay;
import dev.sluice.system.bench.ingest.Failover;
import dev.sluice.system.bench.ingest.FanOut;
import dev.sluice.system.bench.ingest.HotBot;
import dev.sluice.system.bench.ingest.IdleBots;
import dev.sluice.system.bench.ingest.IngestPart;
import dev.sluice.system.bench.ingest.SharedPoller;
import dev.sluice.system.bench.ingest.Sizes;
import dev.sluice.system.bench.measure.ForeignLoad;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.report.Table;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.rig.Scenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The scenarios in their order: first those that share one warm poller, then those with pollers of their own. */
final class IngestRun {
    private static final Set<IngestPart> SHARED =
            Set.of(IngestPart.HOT, IngestPart.BURST, IngestPart.FANOUT, IngestPart.DELAY);

    private final Rig rig;
    private final Sizes sizes;
    private final Set<IngestPart> wanted;
    private final List<Findings> all = new ArrayList<>();

    IngestRun(Rig rig, Sizes sizes, Set<IngestPart> wanted) {
        this.rig = rig;
        this.sizes = sizes;
        this.wanted = wanted;
    }

    List<Findings> run() {
        if (wanted.stream().anyMatch(SHARED::contains)) {
            try (SharedPoller poller = SharedPoller.start(rig, warmUp())) {
                // the one with the most to do first: the others then find everything compiled
                run(IngestPart.FANOUT, new FanOut(poller, sizes));
                run(IngestPart.BURST, new Burst(poller, sizes));
                run(IngestPart.HOT, new HotBot(poller, sizes));
                run(IngestPart.DELAY, new Delay(poller, sizes));
                check(poller);
            }
        }
        run(IngestPart.IDLE, new IdleBots(rig, sizes));
        run(IngestPart.FAILOVER, new Failover(rig, sizes));
        return all;
    }

    /** The compilers have most to do at first: what would be measured without the 500 hot bots before it waits longer. */
    private Duration warmUp() {
        return wanted.contains(IngestPart.FANOUT)
                ? sizes.warmUp()
                : sizes.warmUp().multipliedBy(3);
    }

    private void run(IngestPart name, Scenario scenario) {
        if (wanted.contains(name)) {
            Findings into = new Findings(PartNames.text(name));
            ForeignLoad others = new ForeignLoad();
            scenario.run(into);
            into.foreignCores(others.cores());
            all.add(into);
            // at once too: a run that is cut short has shown what it had
            Table.lines(List.of(into)).forEach(line -> rig.progress().say("%s", line));
        }
    }

    /** A fast poller that loses something is not fast. */
    private void check(SharedPoller poller) {
        long missing = poller.missing();
        if (missing != 0) {
            all.get(all.size() - 1)
                    .fault("the API got rid of " + missing + " updates more than Sluice says it has stored");
        }
    }
}
