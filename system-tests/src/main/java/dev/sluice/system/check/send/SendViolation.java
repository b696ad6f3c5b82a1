package dev.sluice.system.check.send;

/** The kinds of findings, each the breach of one promise. */
public enum SendViolation {
    /** O1: a call without an attempt that was stored before it. */
    UNCOMMITTED,
    /** O2: an attempt was granted in a chat, or for a job, while another was in flight. */
    IN_FLIGHT,
    /** O3: more calls within a window than its limit. */
    WINDOW,
    /** O4: a call between a 429 and its deadline. */
    COOLDOWN,
    /** O5: a second call of a job whose first may have arrived, and nobody had decided so. */
    BLIND,
    /** O6: a job went before one of the same chat and priority that had come first and was waiting. */
    ORDER,
    /** O7: a call after expiry, an end, or the last attempt; a cancel that was neither obeyed nor refused. */
    LATE,
    /** O8: two jobs of one request, or an outcome or a grant that is visible twice. */
    DOUBLED,
    /** O9: an outcome that is not true, or a review that stands beside an end. */
    LOST,
    /** R91: a call's body is not the request's parameters. */
    ALTERED,
    /** S1: a credential where none may be. */
    LEAKED
}
