package dev.sluice.local.sends;

/** What a request waits for. */
public enum Gate {
    NONE(""),
    FLOOD("flood"),
    BOT("bot"),
    GROUP("group"),
    CHAT("chat");

    private final String word;

    Gate(String word) {
        this.word = word;
    }

    /** As people read it; empty for {@link #NONE}. */
    public String word() {
        return word;
    }
}
