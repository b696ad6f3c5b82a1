package dev.sluice.ingest.telegram;

/** A call under way. */
public interface PendingCall {

    /**
     * Gives the call up and closes its connection at once. Unless a result was already delivered, the call's result is
     * {@link PollResult.Cancelled}, delivered within this call or shortly after. Repeatable; any thread.
     */
    void cancel();
}
