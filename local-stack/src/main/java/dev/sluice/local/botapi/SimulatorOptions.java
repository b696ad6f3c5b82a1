package dev.sluice.local.botapi;

import dev.sluice.local.botapi.ledger.Keeping;
import java.time.Duration;

/**
 * How a simulated server starts.
 *
 * @param port of the API; 0 picks a free one
 * @param controlPort of the control API; 0 picks a free one
 * @param threads reactor threads
 * @param seed of first ids and traffic
 * @param webhookChange how long setWebhook and deleteWebhook take
 * @param keeping what the ledger remembers of updates
 * @param mostCalls how many calls the ledger remembers
 */
public record SimulatorOptions(
        int port, int controlPort, int threads, long seed, Duration webhookChange, Keeping keeping, int mostCalls) {

    private static final int MANY_CALLS = 1_000_000;

    /** Free ports, one thread, hashes in the ledger. */
    public static SimulatorOptions defaults() {
        return new SimulatorOptions(0, 0, 1, 1, Duration.ZERO, Keeping.HASH, MANY_CALLS);
    }
}
