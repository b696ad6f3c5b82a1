package dev.sluice.outbound.wire;

import dev.sluice.model.InvalidRecordException;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Why a dispatcher gave a granted attempt back without a call. */
public enum ReturnReason {
    /** It came too late: its lease is over. */
    LEASE("lease"),
    /** A 429 of the same sender came in between. */
    COOLDOWN("cooldown"),
    /** As many calls as may be are under way, of this sender or in all. */
    CAPACITY("capacity"),
    /** The dispatcher stops, or has lost the partition. */
    CLOSING("closing"),
    /** This dispatcher has no token for the sender. */
    NO_CREDENTIALS("no_credentials");

    private final String word;

    ReturnReason(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    static ReturnReason parse(String field, String word) {
        for (ReturnReason reason : values()) {
            if (reason.word.equals(word)) {
                return reason;
            }
        }
        throw InvalidRecordException.invalid(
                field,
                "none of " + Arrays.stream(values()).map(ReturnReason::word).collect(Collectors.joining(", ")));
    }
}
