package dev.sluice.outbound.gate;

/** Why a dispatcher hands back an attempt that it has not started. */
public enum ReturnReason {
    /** It had grown too old. */
    LEASE,
    /** The sender rests at the dispatcher too. */
    COOLDOWN,
    /** No slot for this sender. */
    CAPACITY,
    /** It stops. */
    CLOSING,
    /** It has no credentials of this sender. */
    NO_CREDENTIALS
}
