package dev.sluice.outbound.topology;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.InvalidRecordException.Fault;

/**
 * The record becomes a dead letter, and nothing else: it is thrown before anything has changed. The detail names fields and
 * quotes no content.
 */
final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    static final String MISROUTED = "misrouted";
    static final String COMMAND_INVALID = "command_invalid";

    private final String reason;
    private final String detail;

    RefusedException(String reason, String detail) {
        super(reason + ": " + detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    /** What cannot be read; without a sender it is nobody's, wherever it lies. */
    static RefusedException of(InvalidRecordException invalid) {
        boolean nobodys =
                invalid.fault() == Fault.MISSING_FIELD && invalid.field().equals("sender");
        return new RefusedException(nobodys ? MISROUTED : invalid.fault().word(), String.valueOf(invalid.getMessage()));
    }

    /** The same of a command, which has one word for all its faults. */
    static RefusedException ofCommand(InvalidRecordException invalid) {
        RefusedException refused = of(invalid);
        return refused.reason.equals(MISROUTED) ? refused : new RefusedException(COMMAND_INVALID, refused.detail);
    }

    String reason() {
        return reason;
    }

    String detail() {
        return detail;
    }
}
