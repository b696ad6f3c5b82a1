package dev.sluice.outbound.gate;

/**
 * What is remembered of a request id beyond its job (R92): that it ended, or that it was cancelled before it came.
 *
 * @param contentHash of the job that ended; empty text: cancelled, and no request seen yet
 * @param untilMs gate time; forgotten then, and its stored form may be purged
 */
public record Intent(String contentHash, long untilMs) {

    static Intent cancelled(long untilMs) {
        return new Intent("", untilMs);
    }

    boolean isCancelOnly() {
        return contentHash.isEmpty();
    }
}
