package dev.sluice.outbound.topology;

/** A clock that goes when it is told to; the two times of it apart, as on a host whose wall clock was set. */
final class TestClock implements GateClock {
    long gateMs = 1_764_489_600_000L;
    long wallMs = 1_764_489_600_000L;

    @Override
    public long gateMs() {
        return gateMs;
    }

    @Override
    public long wallMs() {
        return wallMs;
    }

    @Override
    public double jitter() {
        return 0;
    }

    void advance(long ms) {
        gateMs += ms;
        wallMs += ms;
    }
}
