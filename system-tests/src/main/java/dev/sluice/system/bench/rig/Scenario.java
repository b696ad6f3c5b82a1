package dev.sluice.system.bench.rig;

import dev.sluice.system.bench.report.Findings;

/** One group of figures. */
public interface Scenario {

    /** Measures. What it started for itself has ended when it returns. */
    void run(Findings into);
}
