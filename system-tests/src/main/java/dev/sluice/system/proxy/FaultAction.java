package dev.sluice.system.proxy;

/** What happens to the request that a rule strikes. */
public enum FaultAction {
    /** It is not forwarded until the strike is released; what follows on the same connection waits behind it. */
    HOLD_REQUEST,
    /** It is forwarded, the broker acts on it, and its answer is kept back until the strike is released. */
    HOLD_RESPONSE,
    /** The connection is closed on both sides; the broker never sees the request. */
    CUT_BEFORE,
    /** The broker acts on it and answers; then the connection is closed and the client never learns. */
    CUT_AFTER,
    /** It is forwarded after the rule's delay. */
    DELAY;

    boolean strikesAtResponse() {
        return this == HOLD_RESPONSE || this == CUT_AFTER;
    }
}
