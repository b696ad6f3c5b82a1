package dev.sluice.outbound.topology;

/**
 * Asks for a commit when something was granted, since a dispatcher sees an attempt only then: at once when the last was a while
 * ago, and otherwise as soon as that is so. Each transaction costs a marker in every partition that it touched.
 */
final class CommitPace {
    static final long APART_MS = 20;

    private final Runnable commit;
    private boolean wanted;
    private long lastMs = Long.MIN_VALUE / 2;

    CommitPace(Runnable commit) {
        this.commit = commit;
    }

    void want() {
        wanted = true;
    }

    /** Asks, if it is time. */
    void ask(long nowMs) {
        if (wanted && nowMs - lastMs >= APART_MS) {
            wanted = false;
            lastMs = nowMs;
            commit.run();
        }
    }

    /** When to ask next; never, when nothing is wanted. */
    long dueMs() {
        return wanted ? lastMs + APART_MS : Long.MAX_VALUE;
    }
}
