package dev.sluice.model;

/** Which jobs of a sender go first. */
public enum Priority implements Word {
    /** An answer that somebody waits for; goes before bulk. */
    REPLY("reply"),
    /** One of many; keeps a configured share of the sender's budget. */
    BULK("bulk");

    private final String word;

    Priority(String word) {
        this.word = word;
    }

    @Override
    public String word() {
        return word;
    }
}
