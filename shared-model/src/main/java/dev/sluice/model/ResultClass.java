package dev.sluice.model;

/** What an attempt came to, as the classifier of its contract reads the answer. */
public enum ResultClass implements Word {
    /** The API took it. */
    SENT("sent"),
    /** A 429 that says how long to wait (R118). */
    FLOOD("flood"),
    /** A 429 that does not (R119). */
    HELD("held"),
    /** The chat has another id now. */
    MIGRATED("migrated"),
    /** Refused for good: permissions, target or content (R122). */
    REJECTED("rejected"),
    /** The credentials are refused: the lane is parked, the job stays. */
    AUTH("auth"),
    /** It may have been sent (R121). */
    UNKNOWN("unknown"),
    /** Provably nothing left this host. */
    NOT_SENT("not_sent");

    private final String word;

    ResultClass(String word) {
        this.word = word;
    }

    @Override
    public String word() {
        return word;
    }
}
