package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendResult;

/**
 * Shows what happens. Calls come one at a time, from the thread that reads Kafka and then, after {@link #close}, no more.
 */
interface Display extends AutoCloseable {

    /** Everything runs. */
    void ready(Places places);

    void stored(StoredUpdate update);

    /** A request has got somewhere. */
    void sent(SendResult result);

    void notice(Notice notice);

    /** Called twice a second with the state of everything. */
    void picture(Picture picture);

    /** How often each update was answered, by the ledger; after everything but the summary. */
    void answers(AnswerCount count);

    /** The closing figures, after everything else. */
    void summary(Summary summary);

    /** Gives the terminal back; nothing follows but answers and summary. */
    @Override
    void close();
}
