package dev.sluice.outbound.dispatch;

import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListSet;

/** One dispatcher's time with one partition. What is asked of it by other threads than the loop's is safe there. */
final class Tenure {
    private final String epoch;
    private final NavigableSet<Long> unanswered = new ConcurrentSkipListSet<>();
    private final SentTimes sent = new SentTimes();
    private volatile boolean over;

    Tenure(String epoch) {
        this.epoch = epoch;
    }

    String epoch() {
        return epoch;
    }

    /** Nothing is handed to a connection from here on. What is on the wire goes on. */
    void end() {
        over = true;
    }

    boolean isOver() {
        return over;
    }

    /** The position behind this grant is about to be committed. */
    void taken(long grantId) {
        unanswered.add(grantId);
    }

    /** What became of it is stored. */
    void answered(long grantId) {
        unanswered.remove(grantId);
    }

    /** A call of this tenure was sent; the first word about it counts. */
    void sent(long grantId, long sentNanos) {
        sent.sent(grantId, sentNanos);
    }

    /** When a call of this tenure was sent, if that was in the last seconds. */
    OptionalLong sentAt(long grantId) {
        return sent.of(grantId);
    }

    /** The lowest taken grant of which nothing is stored. */
    OptionalLong oldestUnanswered() {
        try {
            return unanswered.isEmpty() ? OptionalLong.empty() : OptionalLong.of(unanswered.first());
        } catch (NoSuchElementException answeredMeanwhile) {
            return OptionalLong.empty();
        }
    }

    boolean isQuiet() {
        return unanswered.isEmpty();
    }
}
