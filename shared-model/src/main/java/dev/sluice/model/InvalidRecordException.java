package dev.sluice.model;

/**
 * A record that does not say what it must. The message names the field and what is wrong with it, and never quotes the
 * value: records hold people's messages, and exceptions end up in logs.
 */
public final class InvalidRecordException extends RuntimeException {

    /** What kind of fault it is; {@link #word()} is the reason that a dead letter carries. */
    public enum Fault {
        NOT_JSON("not_json"),
        MISSING_FIELD("missing_field"),
        INVALID_FIELD("invalid_field"),
        INVALID_PARAMS("invalid_params"),
        TOO_LARGE("too_large");

        private final String word;

        Fault(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }

    private final Fault fault;
    private final String field;

    InvalidRecordException(Fault fault, String field, String problem) {
        super(field + ": " + problem);
        this.fault = fault;
        this.field = field;
    }

    static InvalidRecordException missing(String field) {
        return new InvalidRecordException(Fault.MISSING_FIELD, field, "missing");
    }

    static InvalidRecordException invalid(String field, String problem) {
        return new InvalidRecordException(Fault.INVALID_FIELD, field, problem);
    }

    public Fault fault() {
        return fault;
    }

    /** The field at fault, or what the record is when no single field is. */
    public String field() {
        return field;
    }
}
