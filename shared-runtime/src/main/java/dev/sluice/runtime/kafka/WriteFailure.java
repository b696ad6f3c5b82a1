package dev.sluice.runtime.kafka;

import dev.sluice.runtime.kafka.TransactionErrorPolicy.Phase;
import dev.sluice.runtime.kafka.TransactionErrorPolicy.Verdict;

/**
 * A transaction that did not, or may not, become visible: what the owner has to do about it, and why.
 *
 * <p>The verdict is never {@link Verdict#REPEAT_CALL}; that is dealt with before. {@link Verdict#ABORT_AND_RETRY} means it
 * has been aborted and the writer can be used on; with every other one the writer is closed.
 */
public final class WriteFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final Verdict verdict;
    private final Phase phase;

    WriteFailure(Verdict verdict, Phase phase, Throwable cause) {
        super(phase + " failed, " + verdict + ": " + cause, cause);
        this.verdict = verdict;
        this.phase = phase;
    }

    public Verdict verdict() {
        return verdict;
    }

    public Phase phase() {
        return phase;
    }

    /** Whether the records may be visible all the same: the commit was asked for and its outcome is not known. */
    public boolean inDoubt() {
        return phase == Phase.COMMIT;
    }
}
