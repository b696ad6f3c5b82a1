package dev.sluice.local.botapi.core;

/**
 * One call as the rules see it: a place to put the answer. The shell implements it.
 *
 * <p>Everything is told before {@link #answer}; a long poll is told more than once.
 */
public interface Exchange {

    /** How a getUpdates call was understood. */
    void understood(int offset, int limit, int timeoutSeconds);

    /** What a look at the queue did, whether or not anything is answered now. */
    void fetched(Fetch fetch);

    /** The ids that the answer carries. */
    void returned(IdRanges ids);

    /** Ids that this call threw away without an offset: a webhook call with drop_pending_updates, logOut. */
    void dropped(IdRanges ids);

    /**
     * The answer, once per call.
     *
     * @param delayNanos how long the server holds it back
     */
    void answer(Answer answer, long delayNanos);
}
