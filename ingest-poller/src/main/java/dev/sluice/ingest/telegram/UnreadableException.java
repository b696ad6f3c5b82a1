package dev.sluice.ingest.telegram;

/** The body of a successful answer is not what the method returns. The message is fit for {@link PollResult.Unreadable}. */
final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreadableException(String detail) {
        super(detail, null, false, false);
    }

    /** The same as a result. */
    PollResult.Unreadable asResult() {
        return new PollResult.Unreadable(String.valueOf(getMessage()));
    }
}
