package dev.sluice.system.bench.ingest;

import java.time.Duration;

/**
 * How long and how often things are measured.
 *
 * @param warmUp time under full load before anything is measured
 * @param hotPairs windows of Sluice, each with one of the comparator after it, per round trip time
 * @param burstRounds measured rounds, after {@code burstWarmUps} others
 * @param fanOutPairs windows of Sluice, each with one of the comparator after it
 * @param delayFew time at 20 updates/s
 * @param delayMany time at 1,000 updates/s
 * @param idleWindow over which the CPU of the idle poller is read
 * @param kills per kind of failover
 */
public record Sizes(
        Duration warmUp,
        int hotPairs,
        Duration hotWindow,
        int burstWarmUps,
        int burstRounds,
        int fanOutPairs,
        Duration fanOutWindow,
        Duration delayFew,
        Duration delayMany,
        int idleBots,
        Duration idleWindow,
        int kills) {

    /** What the figures are meant to be taken with; some eight minutes in all. */
    public static Sizes full() {
        return new Sizes(
                Duration.ofSeconds(20),
                7,
                Duration.ofMillis(2500),
                2,
                6,
                3,
                Duration.ofMillis(3500),
                Duration.ofSeconds(10),
                Duration.ofSeconds(6),
                10_000,
                Duration.ofSeconds(60),
                5);
    }

    /** To see that everything works, in about two minutes; too short to judge by. */
    public static Sizes quick() {
        return new Sizes(
                Duration.ofSeconds(8),
                3,
                Duration.ofMillis(1000),
                1,
                3,
                2,
                Duration.ofSeconds(2),
                Duration.ofSeconds(4),
                Duration.ofSeconds(3),
                2_000,
                Duration.ofSeconds(15),
                2);
    }
}
