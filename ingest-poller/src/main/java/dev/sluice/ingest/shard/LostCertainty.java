package dev.sluice.ingest.shard;

/** The membership in the group is no longer certain, so no poll may leave; see {@link Membership}. */
final class LostCertainty extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostCertainty(String message) {
        super(message);
    }
}
