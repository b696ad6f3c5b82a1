package dev.sluice.outbound.desk.web;

/** What the port counts. */
public interface WebMetrics {
    /** @param reason the {@code error} of the answer */
    void refused(String reason);

    /** A command was stored. */
    void command(String name);
}
