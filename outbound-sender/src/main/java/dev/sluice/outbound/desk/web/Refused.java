package dev.sluice.outbound.desk.web;

/** Why a request is not answered: {@code {"error","detail"}}. Neither word repeats what was sent. */
final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String error;

    Refused(int status, String error, String detail) {
        super(detail, null, false, false); // expected, and strangers decide how often: no stack trace
        this.status = status;
        this.error = error;
    }

    static Refused invalid(String detail) {
        return new Refused(400, "invalid", detail);
    }

    static Refused notFound(String detail) {
        return new Refused(404, "not_found", detail);
    }

    /** Kafka has not answered, or what was asked for is not known yet; the same again may help. */
    static Refused unavailable(String detail) {
        return new Refused(503, "unavailable", detail);
    }

    int status() {
        return status;
    }

    String error() {
        return error;
    }

    String detail() {
        return String.valueOf(getMessage());
    }
}
