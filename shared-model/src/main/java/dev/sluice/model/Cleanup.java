package dev.sluice.model;

/** How Kafka cleans a topic up: the values of {@code cleanup.policy} that the catalogue uses. */
public enum Cleanup {
    DELETE("delete"),
    COMPACT("compact"),
    COMPACT_DELETE("compact,delete");

    private final String policy;

    Cleanup(String policy) {
        this.policy = policy;
    }

    /** The value of {@code cleanup.policy}. */
    public String policy() {
        return policy;
    }
}
