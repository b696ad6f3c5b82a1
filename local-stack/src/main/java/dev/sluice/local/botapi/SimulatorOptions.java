package dev.sluice.local.botapi;

import dev.sluice.local.botapi.ledger.Keeping;
import java.time.Duration;

/**
 * How a simulated server starts.
 *
 * @param bind address of both ports; other than loopback only where nobody else can reach it: the control API asks nobody
 * @param port of the API; 0 picks a free one
 * @param controlPort of the control API; 0 picks a free one
 * @param threads reactor threads
 * @param seed of first ids and traffic
 * @param webhookChange how long setWebhook and deleteWebhook take
 * @param keeping what the ledger remembers of updates
 * @param mostCalls how many calls the ledger remembers
 */
public record SimulatorOptions(
        String bind,
        int port,
        int controlPort,
        int threads,
        long seed,
        Duration webhookChange,
        Keeping keeping,
        int mostCalls) {
    static final String LOOPBACK = "127.0.0.1";

    private static final int MANY_CALLS = 1_000_000;

    /** Free ports of loopback, one thread, hashes in the ledger. */
    public static SimulatorOptions defaults() {
        return new SimulatorOptions(LOOPBACK, 0, 0, 1, 1, Duration.ZERO, Keeping.HASH, MANY_CALLS);
    }
}
