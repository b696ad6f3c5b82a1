package dev.sluice.local.botapi.core;

/** One update in the queue of one bot. */
public final class QueuedUpdate {

    private final int id;
    private final UpdateBytes bytes;
    private final long expiresAt;
    private boolean handedOut;

    QueuedUpdate(int id, UpdateBytes bytes, long expiresAt) {
        this.id = id;
        this.bytes = bytes;
        this.expiresAt = expiresAt;
    }

    public int id() {
        return id;
    }

    UpdateBytes bytes() {
        return bytes;
    }

    /** Expired means strictly past, as the server compares (TQueue.cpp:443). */
    boolean isExpired(long nowSeconds) {
        return expiresAt < nowSeconds;
    }

    /** Whether any answer ever carried it; whether the answer arrived is another matter. */
    boolean wasHandedOut() {
        return handedOut;
    }

    void handOut() {
        handedOut = true;
    }
}
