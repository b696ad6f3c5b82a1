package dev.sluice.outbound.desk.web;

/** Kafka has not done what was asked of it in time; the message says so to whoever waits, and holds no content. */
public final class UnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnavailableException(String message) {
        super(message);
    }
}
