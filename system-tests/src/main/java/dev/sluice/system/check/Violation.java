package dev.sluice.system.check;

/** The kinds of findings, each the breach of one invariant. */
public enum Violation {
    /** I1: the API was told to forget an update that Kafka does not hold. */
    LOST,
    /** I2: a read_committed reader sees an update twice. */
    DOUBLED,
    /** I3 and R41: a checkpoint is visible without updates that it names, or updates without their checkpoint. */
    PARTIAL,
    /** R24: what is stored is not byte for byte what the API gave. */
    ALTERED,
    /** I4: something written under an older ownership stands behind a newer one. */
    FENCED,
    /** S1: a credential where none may be. */
    LEAKED
}
