package dev.sluice.local.view;

/**
 * Shows what happens. Calls come one at a time, from the thread that reads Kafka and then, after {@link #close}, no more.
 */
interface Display extends AutoCloseable {

    /** Everything runs. */
    void ready(Places places);

    void stored(StoredUpdate update);

    void notice(Notice notice);

    /** Called twice a second with the state of everything. */
    void picture(Picture picture);

    /** The closing figures, after everything else. */
    void summary(Summary summary);

    /** Gives the terminal back; nothing follows but the summary. */
    @Override
    void close();
}
