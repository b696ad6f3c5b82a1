package dev.sluice.outbound.dispatch;

import dev.sluice.model.Attempt;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** One attempt as it was read, until it is started or passed. Belongs to the dispatch loop's thread. */
final class Granted {
    private final Attempt attempt;
    private final List<Header> trace;
    private final int partition;
    private final long offset;
    private final long seenNanos;

    /** Set once it is given back; done when that is stored. */
    private @Nullable CompletableFuture<Void> givenBack;

    /**
     * @param trace the headers that travel on to the result
     * @param seenNanos when it was read
     */
    Granted(Attempt attempt, List<Header> trace, int partition, long offset, long seenNanos) {
        this.attempt = attempt;
        this.trace = trace;
        this.partition = partition;
        this.offset = offset;
        this.seenNanos = seenNanos;
    }

    Attempt attempt() {
        return attempt;
    }

    List<Header> trace() {
        return trace;
    }

    int partition() {
        return partition;
    }

    long offset() {
        return offset;
    }

    long seenNanos() {
        return seenNanos;
    }

    void giveBack(CompletableFuture<Void> stored) {
        givenBack = stored;
    }

    boolean isGivenBack() {
        return givenBack != null;
    }

    /** Whether the position may pass it: a grant that is passed before its return is stored would look taken. */
    boolean isReturnStored() {
        return givenBack != null && givenBack.isDone();
    }
}
