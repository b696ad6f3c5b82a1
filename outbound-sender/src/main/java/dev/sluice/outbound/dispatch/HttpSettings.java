package dev.sluice.outbound.dispatch;

import java.time.Duration;

/**
 * How calls are made.
 *
 * @param timeout for the whole exchange, from the start to the last byte of the answer
 * @param connectTimeout for each connection, TLS handshake included
 * @param maxIdle connections idle for longer are not used again: the server may have closed them, and what is lost on one is
 *     an unknown outcome
 * @param maxConnections at least as many as calls are made at once
 * @param sendingAfter when no answer has come this long after the last byte, that is reported
 * @param ioThreads that read and write
 */
public record HttpSettings(
        Duration timeout,
        Duration connectTimeout,
        Duration maxIdle,
        int maxConnections,
        Duration sendingAfter,
        int ioThreads) {

    public HttpSettings {
        if (timeout.isNegative()
                || connectTimeout.isNegative()
                || sendingAfter.isNegative()
                || maxIdle.toMillis() < 1) {
            throw new IllegalArgumentException("times are not negative, and an idle time is at least 1 ms");
        }
        if (maxConnections < 1 || ioThreads < 1) {
            throw new IllegalArgumentException("there is at least one connection and one thread");
        }
    }

    /** These, with everything else as it is in production. */
    public static HttpSettings of(Duration timeout, Duration maxIdle, int maxConnections) {
        return new HttpSettings(timeout, Duration.ofSeconds(10), maxIdle, maxConnections, Duration.ofMillis(200), 2);
    }
}
