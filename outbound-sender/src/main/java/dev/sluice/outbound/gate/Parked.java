package dev.sluice.outbound.gate;

/** Why a sender's jobs wait for its credentials. They are kept; one attempt now and then shows whether that still holds. */
public enum Parked {
    /** The dispatcher has none. */
    NO_CREDENTIALS("no_credentials"),
    /** The API refuses them. */
    AUTH("auth");

    private final String word;

    Parked(String word) {
        this.word = word;
    }

    /** As it stands in {@code outbound.lanes}. */
    public String word() {
        return word;
    }
}
