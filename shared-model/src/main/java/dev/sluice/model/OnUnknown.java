package dev.sluice.model;

/** What becomes of a job when nobody can tell whether its message was sent (R121). */
public enum OnUnknown implements Word {
    /** A person decides. */
    HOLD("hold"),
    /** It is sent again, and may arrive twice. */
    RESEND("resend"),
    /** It is given up, and may not have arrived. */
    DROP("drop");

    private final String word;

    OnUnknown(String word) {
        this.word = word;
    }

    @Override
    public String word() {
        return word;
    }
}
