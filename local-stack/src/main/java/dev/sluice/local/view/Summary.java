package dev.sluice.local.view;

/**
 * What a run comes to, by the simulated API's ledger and a read_committed read of the topics.
 *
 * @param generated updates that arrived at the simulated API; 0 against the real one
 * @param stored different updates in {@code telegram.updates}
 * @param duplicated records beyond the first of their update
 * @param lost updates that the API no longer holds and the topic does not either, or that were not stored in time
 * @param partial updates about which topic and checkpoint disagree: one names them, the other does not
 */
record Summary(
        long generated,
        long stored,
        long duplicated,
        long lost,
        long partial,
        long delayP50Ms,
        long delayP99Ms,
        long requests,
        long sent,
        long unknown,
        long floods) {

    boolean clean() {
        return lost == 0 && duplicated == 0 && partial == 0;
    }

    /** The last line on stdout (CONTRACT "Commands"). */
    String line() {
        return "summary generated=" + generated + " stored=" + stored + " duplicated=" + duplicated + " lost=" + lost
                + " partial=" + partial + " delay_p50_ms=" + delayP50Ms + " delay_p99_ms=" + delayP99Ms + " requests="
                + requests + " sent=" + sent + " unknown=" + unknown + " floods=" + floods;
    }
}
