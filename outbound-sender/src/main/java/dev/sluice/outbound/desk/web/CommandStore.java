package dev.sluice.outbound.desk.web;

import dev.sluice.model.Sender;
import java.util.List;

/** Where commands are written. Thread-safe. */
public interface CommandStore {

    /** One command as its record's value. */
    record Entry(Sender sender, byte[] value) {}

    /**
     * Stores them in their order, and returns when all in-sync replicas have all of them.
     *
     * @throws UnavailableException when that is not known of each; some may be stored then. The same again does no harm: a
     *     command decides about something that then is decided
     */
    void store(List<Entry> commands);
}
