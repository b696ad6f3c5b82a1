package dev.sluice.outbound.gate;

/** Where an open job stands; the picture is in the package's overview. */
public enum Phase {
    /** Granted as soon as all gates agree. */
    WAITING,
    /** One attempt is granted and has no result yet. */
    IN_FLIGHT,
    /** Certainly not sent; a person decides (R119). */
    HELD,
    /** Perhaps sent; a person decides (R121, R147). */
    UNKNOWN;

    boolean isOpenReview() {
        return this == HELD || this == UNKNOWN;
    }
}
