package dev.sluice.ingest.shard;

import dev.sluice.ingest.IngestMetrics;
import dev.sluice.ingest.IngestSettings;
import dev.sluice.ingest.telegram.BotApi;
import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.token.TokenStore;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.admin.Admin;

/**
 * Puts the shards of a poller together.
 *
 * @param shards the recorded number of shards
 * @param instance names this process in records and events
 * @param tokens of all bots, also those of others' shards
 */
public record ShardAssembly(
        int shards,
        Names names,
        String instance,
        IngestSettings settings,
        KafkaClients clients,
        Admin admin,
        BotApi api,
        IngestMetrics metrics,
        TokenStore tokens,
        InstantSource clock) {
    /** The group's name, before the topics prefix; with a hyphen and the shard it is a transactional id. */
    public static final String GROUP = "sluice-ingest";

    /**
     * This process's membership in the group; {@link ShardOwnership#start} sets it going.
     *
     * @param staticMember the name of a static member, which keeps its shards over a quick restart; empty for a dynamic one
     */
    public ShardOwnership join(Optional<String> staticMember) {
        ShardOwnership ownership = new ShardOwnership(
                names.topic(Topics.CHECKPOINTS),
                shards,
                clients.groupConsumer(names.group(GROUP), staticMember, Map.of()),
                this::contextOf);
        metrics.shards(shards, () -> ownership.states().values());
        tokens.addListener(ownership::tokensChanged);
        return ownership;
    }

    private ShardContext contextOf(int shard) {
        return new ShardContext(
                shard,
                shards,
                names,
                instance,
                settings,
                clients,
                admin,
                api,
                metrics,
                tokens::snapshot,
                clock,
                new SplittableRandom());
    }
}
