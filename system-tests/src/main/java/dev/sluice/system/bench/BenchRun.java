package dev.sluice.system.bench;

import dev.sluice.system.bench.measure.ForeignLoad;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.scenario.Burst;
import dev.sluice.system.bench.scenario.Delay;
import dev.sluice.system.bench.scenario.Failover;
import dev.sluice.system.bench.scenario.FanOut;
import dev.sluice.system.bench.scenario.HotBot;
import dev.sluice.system.bench.scenario.IdleBots;
import dev.sluice.system.bench.scenario.Scenario;
import dev.sluice.system.bench.scenario.ScenarioName;
import dev.sluice.system.bench.scenario.SharedPoller;
import dev.sluice.system.bench.scenario.Sizes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The scenarios in their order: first those that share one warm poller, then those with pollers of their own. */
final class BenchRun {
    private static final Set<ScenarioName> SHARED =
            Set.of(ScenarioName.HOT, ScenarioName.BURST, ScenarioName.FANOUT, ScenarioName.DELAY);

    private final Rig rig;
    private final Sizes sizes;
    private final Set<ScenarioName> wanted;
    private final List<Findings> all = new ArrayList<>();

    BenchRun(Rig rig, Sizes sizes, Set<ScenarioName> wanted) {
        this.rig = rig;
        this.sizes = sizes;
        this.wanted = wanted;
    }

    List<Findings> run() {
        if (wanted.stream().anyMatch(SHARED::contains)) {
            try (SharedPoller poller = SharedPoller.start(rig, warmUp())) {
                // the one with the most to do first: the others then find everything compiled
                run(ScenarioName.FANOUT, new FanOut(poller, sizes));
                run(ScenarioName.BURST, new Burst(poller, sizes));
                run(ScenarioName.HOT, new HotBot(poller, sizes));
                run(ScenarioName.DELAY, new Delay(poller, sizes));
                check(poller);
            }
        }
        run(ScenarioName.IDLE, new IdleBots(rig, sizes));
        run(ScenarioName.FAILOVER, new Failover(rig, sizes));
        return all;
    }

    /** The compilers have most to do at first: what would be measured without the 500 hot bots before it waits longer. */
    private Duration warmUp() {
        return wanted.contains(ScenarioName.FANOUT)
                ? sizes.warmUp()
                : sizes.warmUp().multipliedBy(3);
    }

    private void run(ScenarioName name, Scenario scenario) {
        if (wanted.contains(name)) {
            Findings into = new Findings(ScenarioNames.text(name));
            ForeignLoad others = new ForeignLoad();
            scenario.run(into);
            into.foreignCores(others.cores());
            all.add(into);
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
