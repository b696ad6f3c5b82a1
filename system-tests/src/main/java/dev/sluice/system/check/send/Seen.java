package dev.sluice.system.check.send;

import java.util.OptionalLong;
import java.util.Set;

/** Records as the contract words them, with the fields that the checks look at. Times are those of the records. */
final class Seen {

    private Seen() {}

    /**
     * A request.
     *
     * @param paramsSha256 of the parameters; the load writes them without blanks, so that they are what a reader writes again
     * @param timed whether it names a {@code not_before}
     * @param expiresAtMs wall time; the largest long when it names none
     */
    record Request(
            String jobKey,
            String sender,
            int partition,
            long offset,
            String paramsSha256,
            String chat,
            String priority,
            boolean timed,
            long expiresAtMs,
            int maxAttempts,
            String onUnknown) {}

    /** An attempt; {@code position} orders those of a partition, {@code epoch} is the dispatcher's that it was granted to. */
    record Attempt(
            String jobKey,
            String sender,
            int partition,
            long position,
            long grantId,
            int attempt,
            int weight,
            String chat,
            String epoch,
            long atMs) {}

    /** What became of an attempt: a class of result, or {@code returned}. */
    record Result(String jobKey, long grantId, String kind, long atMs) {
        private static final Set<String> CERTAINLY_NOT = Set.of("flood", "auth", "migrated", "not_sent", "returned");

        /** Whether it says that this attempt has delivered nothing, and the job may simply go again. */
        boolean allowsAnother() {
            return CERTAINLY_NOT.contains(kind);
        }

        /** Whether it says that no call was made. */
        boolean deniesCall() {
            return kind.equals("returned") || kind.equals("not_sent");
        }

        /** Whether the call counts as an attempt. */
        boolean counts() {
            return !kind.equals("auth") && !deniesCall();
        }
    }

    /** An outcome, in the order of its partition. */
    record Outcome(String jobKey, String state, int attempt, String reason, long atMs, String where) {
        private static final Set<String> TERMINAL =
                Set.of("sent", "rejected", "expired", "cancelled", "exhausted", "dropped");

        boolean isTerminal() {
            return TERMINAL.contains(state);
        }

        boolean isOpen() {
            return state.equals("unknown") || state.equals("held");
        }
    }

    /**
     * A cancel or a decision that the gate did not refuse.
     *
     * @param attempt that a decision names
     */
    record Command(String jobKey, String command, String decision, OptionalLong attempt, long atMs) {}
}
