package dev.sluice.outbound.gate;

/** Why a request or command is refused; the record then goes to the dead letters and changes nothing else. */
public enum Refusal {
    /** The id stands for other content. */
    REQUEST_ID_CONFLICT("request_id_conflict"),
    /** Its time was over before it was read. */
    EXPIRED_ON_ARRIVAL("expired_on_arrival"),
    /** What it wants to decide is decided, or an attempt is in flight. */
    COMMAND_TOO_LATE("command_too_late"),
    /** It names no request that was seen. */
    COMMAND_UNKNOWN_REQUEST("command_unknown_request"),
    /** It names what cannot be. */
    COMMAND_INVALID("command_invalid");

    private final String word;

    Refusal(String word) {
        this.word = word;
    }

    /** The reason that the dead letter carries. */
    public String word() {
        return word;
    }
}
