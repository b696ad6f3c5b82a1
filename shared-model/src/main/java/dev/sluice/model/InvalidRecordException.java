package dev.sluice.model;

/**
 * A record that does not say what it must. The message names the field and what is wrong with it, and never quotes the
 * value: records hold people's messages, and exceptions end up in logs.
 */
public final class InvalidRecordException extends RuntimeException {

    /** What kind of fault it is; {@link #word()} is the reason that a dead letter carries. */
    public enum Fault implements Word {
        NOT_JSON("not_json"),
        MISSING_FIELD("missing_field"),
        INVALID_FIELD("invalid_field"),
        INVALID_PARAMS("invalid_params"),
        TOO_LARGE("too_large");

        private final String word;

        Fault(String word) {
            this.word = word;
        }

        @Override
        public String word() {
            return word;
        }
    }

    /** A name that somebody else chose may be as long as the record. */
    private static final int MAX_FIELD_NAME = 100;

    private final Fault fault;
    private final String field;
    private final String problem;

    InvalidRecordException(Fault fault, String field, String problem) {
        super(shorten(field) + ": " + problem);
        this.fault = fault;
        this.field = shorten(field);
        this.problem = problem;
    }

    /** A field that is not there. */
    public static InvalidRecordException missing(String field) {
        return new InvalidRecordException(Fault.MISSING_FIELD, field, "missing");
    }

    /** A field that holds what it cannot; the problem must not quote it. */
    public static InvalidRecordException invalid(String field, String problem) {
        return new InvalidRecordException(Fault.INVALID_FIELD, field, problem);
    }

    /** The same problem as a fault of the whole that the field is part of. */
    InvalidRecordException within(Fault wholesFault, String whole) {
        return new InvalidRecordException(wholesFault, whole, field.equals(whole) ? problem : field + ": " + problem);
    }

    private static String shorten(String field) {
        return field.length() <= MAX_FIELD_NAME ? field : field.substring(0, MAX_FIELD_NAME) + "…";
    }

    public Fault fault() {
        return fault;
    }

    /** The field at fault, or what the record is when no single field is. */
    public String field() {
        return field;
    }
}
