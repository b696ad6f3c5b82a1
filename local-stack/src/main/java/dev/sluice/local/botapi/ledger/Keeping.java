package dev.sluice.local.botapi.ledger;

/** What the ledger remembers of each update that was made. */
public enum Keeping {
    /** Its bytes, until the process ends. */
    BYTES,
    /** The SHA-256 of its bytes. */
    HASH,
    /** Its kind and when it could first be fetched; for benchmarks. */
    TIMES,
    /** Only that its id was assigned; for benchmarks. */
    IDS
}
