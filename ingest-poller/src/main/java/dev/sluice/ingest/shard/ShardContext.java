package dev.sluice.ingest.shard;

import dev.sluice.ingest.IngestMetrics;
import dev.sluice.ingest.IngestSettings;
import dev.sluice.ingest.IngestSettings.OnWebhook;
import dev.sluice.ingest.rules.RetryPolicy;
import dev.sluice.ingest.rules.RetrySettings;
import dev.sluice.ingest.telegram.BotApi;
import dev.sluice.model.Names;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.secret.Secret;
import java.time.InstantSource;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.apache.kafka.clients.admin.Admin;

/**
 * What the owner of one shard works with.
 *
 * @param shard the partition of {@code telegram.checkpoints} that is owned
 * @param shards how many there are
 * @param tokens the tokens of all bots, as known now; the owner takes those that hash to its shard
 */
record ShardContext(
        int shard,
        int shards,
        Names names,
        String instance,
        IngestSettings settings,
        KafkaClients clients,
        Admin admin,
        BotApi api,
        IngestMetrics metrics,
        Supplier<Map<Long, Secret>> tokens,
        InstantSource clock,
        RandomGenerator random) {

    /** The rules of retries, with this poller's settings. */
    RetryPolicy retryPolicy() {
        return new RetryPolicy(
                new RetrySettings(
                        settings.pollTimeout(), settings.authProbe(), settings.onWebhook() == OnWebhook.DELETE),
                random::nextDouble);
    }
}
