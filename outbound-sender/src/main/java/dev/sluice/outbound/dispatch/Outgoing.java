package dev.sluice.outbound.dispatch;

import dev.sluice.model.AttemptResult;
import dev.sluice.outbound.wire.GateRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way to {@code outbound.attempt-results}.
 *
 * @param partition the sender's, which is the one that its attempts come from
 * @param sender for the key; null for what is about the partition
 * @param content made anew for every try, since it carries durations; told {@link System#nanoTime()}
 * @param kept whether it is tried until it is stored; what is not, is of no use later
 * @param stored done when it is
 */
record Outgoing(
        int partition,
        @Nullable String sender,
        List<Header> headers,
        LongFunction<GateRecord> content,
        boolean kept,
        CompletableFuture<Void> stored) {

    static Outgoing kept(
            int partition, @Nullable String sender, List<Header> headers, LongFunction<GateRecord> content) {
        return new Outgoing(partition, sender, headers, content, true, new CompletableFuture<>());
    }

    /** Said once: a beat that comes late says something else than it did. */
    static Outgoing once(int partition, @Nullable String sender, LongFunction<GateRecord> content) {
        return new Outgoing(partition, sender, List.of(), content, false, new CompletableFuture<>());
    }

    /** Without what the API returned, for a cluster that takes smaller records than the catalogue asks for. */
    Outgoing withoutMessage() {
        return new Outgoing(partition, sender, headers, nanos -> strip(content.apply(nanos)), kept, stored);
    }

    private static GateRecord strip(GateRecord full) {
        if (!(full instanceof GateRecord.Result some)) {
            return full;
        }
        AttemptResult result = some.result();
        return new GateRecord.Result(new AttemptResult(
                result.grantId(),
                result.requestId(),
                result.sender(),
                result.attempt(),
                result.resultClass(),
                result.httpStatus(),
                result.msSinceSent(),
                result.msSinceReceived(),
                Optional.empty(),
                result.error()));
    }
}
