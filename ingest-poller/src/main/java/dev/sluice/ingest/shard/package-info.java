/** Owning shards: the consumer group, one owner thread per shard, one loop per bot. */
@org.jspecify.annotations.NullMarked
package dev.sluice.ingest.shard;
