package dev.sluice.ingest.shard;

/** How an owner thread is to stop. */
enum StopMode {
    /** Commit the batches that are in hand, then close. */
    DRAIN,
    /** The group has given the shard to somebody else already: abort, close. */
    LOST
}
