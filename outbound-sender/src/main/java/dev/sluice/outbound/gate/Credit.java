package dev.sluice.outbound.gate;

/**
 * How many attempts of a partition may be granted whose send is not known yet: what the dispatcher can take, and as much
 * again on its way there. What is granted beyond that would only grow old in its hands.
 */
final class Credit {

    /** What any dispatcher can take, before it has said more. */
    static final int AT_LEAST = 32;

    private static final int ON_THE_WAY = 2;

    private int capacity;
    private int open;

    void capacity(int slots) {
        capacity = slots;
    }

    boolean isLeft() {
        return open < (long) capacity * ON_THE_WAY;
    }

    void take() {
        open++;
    }

    void giveBack() {
        open--;
    }
}
