package dev.sluice.outbound.contract;

/**
 * Why a request becomes a dead letter instead of a job.
 *
 * @param reason the dead letter's {@code sluice_reason}
 * @param detail its {@code sluice_detail}: names the parameter or method, and never quotes content
 */
public record Refusal(Reason reason, String detail) {

    /** The reasons that come from an API's contract. */
    public enum Reason {
        /** A method that would take the bot away from Sluice. */
        METHOD_FORBIDDEN("method_forbidden"),
        /** A file would have to travel with the request, and a topic carries none. */
        NEEDS_UPLOAD("needs_upload");

        private final String word;

        Reason(String word) {
            this.word = word;
        }

        /** As the header has it. */
        public String word() {
            return word;
        }
    }
}
