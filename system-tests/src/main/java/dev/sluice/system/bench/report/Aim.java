package dev.sluice.system.bench.report;

/** What a figure should reach, its own unit understood. */
public record Aim(Direction direction, double value) {

    /** On which side of the value the good figures lie; the value itself is good. */
    public enum Direction {
        AT_LEAST("≥"),
        AT_MOST("≤");

        private final String sign;

        Direction(String sign) {
            this.sign = sign;
        }

        String sign() {
            return sign;
        }
    }

    public static Aim atLeast(double value) {
        return new Aim(Direction.AT_LEAST, value);
    }

    public static Aim atMost(double value) {
        return new Aim(Direction.AT_MOST, value);
    }

    boolean isMetBy(double measured) {
        return direction == Direction.AT_LEAST ? measured >= value : measured <= value;
    }
}
