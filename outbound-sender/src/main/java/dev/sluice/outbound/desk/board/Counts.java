package dev.sluice.outbound.desk.board;

/** Open reviews by their state. */
public record Counts(int held, int unknown) {
    static final Counts NONE = new Counts(0, 0);

    public int total() {
        return held + unknown;
    }

    Counts plus(Counts other) {
        return new Counts(held + other.held, unknown + other.unknown);
    }

    Counts minus(Counts other) {
        return new Counts(held - other.held, unknown - other.unknown);
    }
}
