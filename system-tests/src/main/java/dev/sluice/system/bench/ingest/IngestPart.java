package dev.sluice.system.bench.ingest;

/** What {@code --only} can name, in the order in which they run. */
public enum IngestPart {
    /** 500 bots with full queues, against bare transactional producers. */
    FANOUT,
    /** 50 bots with 400 updates each. */
    BURST,
    /** One bot with a full queue, against a loop that stores nothing. */
    HOT,
    /** From arrival at the API to visible for a reader. */
    DELAY,
    /** 10,000 bots that have nothing to say. */
    IDLE,
    /** From the kill of an owner to the next poll. */
    FAILOVER
}
