package dev.sluice.local.traffic;

/** How many updates are due: smooth at a few per second, exact at many, and no burst to catch up after a stall. */
public final class Pacer {

    private static final long SECOND = 1_000_000_000L;

    /** Time that may be made up for. What a stall of the machine costs beyond that is not caught up. */
    private static final long MAX_DEBT_NANOS = SECOND / 2;

    private final double perNano;
    private long last;
    private double due;

    public Pacer(double perSecond, long nowNanos) {
        this.perNano = perSecond / SECOND;
        this.last = nowNanos;
    }

    /** How many are due now; counts them as done. */
    public int due(long nowNanos) {
        due += Math.min(nowNanos - last, MAX_DEBT_NANOS) * perNano;
        last = nowNanos;
        int whole = (int) due;
        due -= whole;
        return whole;
    }

    /** How long until the next one is due, at most {@code most} nanoseconds. */
    public long waitNanos(long most) {
        return Math.max(1, Math.min(most, (long) ((1 - due) / perNano)));
    }
}
