package dev.sluice.ingest.shard;

import dev.sluice.model.IngestEvent;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says what a takeover changes for the bots that have a checkpoint in the shard. */
final class TakeoverReport {
    private static final Logger log = LoggerFactory.getLogger(TakeoverReport.class);

    private TakeoverReport() {}

    /**
     * Publishes who owns the shard now, for each of its bots that somebody else owned before, and which bots are not polled
     * for want of a token.
     *
     * @param served the bots that have a token here
     */
    static void publish(ShardContext context, Takeover takeover, Set<Long> served, Consumer<IngestEvent> events) {
        Instant now = context.clock().instant();
        takeover.checkpoints().forEach((botId, checkpoint) -> {
            if (!checkpoint.owner().equals(context.instance())) {
                events.accept(new IngestEvent.OwnerChanged(
                        botId,
                        now,
                        context.instance(),
                        context.shard(),
                        takeover.epoch(),
                        Optional.of(checkpoint.owner())));
            }
            if (!served.contains(botId)) {
                log.warn("bot {}: it has a checkpoint here, but this instance has no token for it", botId);
                events.accept(new IngestEvent.AuthFailed(botId, now, context.instance(), OptionalInt.empty()));
            }
        });
    }
}
