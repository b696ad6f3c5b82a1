package dev.sluice.system.bench.ingest;

import dev.sluice.system.bench.measure.MetricsPage;

/** How many transactions a poller has committed between two readings of its metrics, and how many records in them. */
record GroupSizes(long transactions, long records) {

    static GroupSizes between(MetricsPage from, MetricsPage to) {
        return new GroupSizes(
                delta(from, to, "sluice_ingest_group_records_count"),
                delta(from, to, "sluice_ingest_group_records_sum"));
    }

    double mean() {
        return transactions == 0 ? 0 : (double) records / transactions;
    }

    private static long delta(MetricsPage from, MetricsPage to, String name) {
        return Math.round(to.sum(name) - from.sum(name));
    }
}
