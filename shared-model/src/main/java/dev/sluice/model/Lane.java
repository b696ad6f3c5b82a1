package dev.sluice.model;

import java.time.Instant;
import java.util.Optional;

/**
 * How a sender's lane stands: the value of {@code outbound.lanes}, at most one a second and sender.
 *
 * @param backlog jobs that wait
 * @param inFlight attempts without a result
 * @param oldestAt when the oldest waiting job was accepted; empty when none waits
 * @param cooldownUntil nothing is sent earlier; empty without cooldown
 * @param paused by a command
 * @param parked why nothing can be sent, such as {@code no_credentials}; empty when it can
 */
public record Lane(
        Sender sender,
        long backlog,
        long inFlight,
        Optional<Instant> oldestAt,
        Optional<Instant> cooldownUntil,
        boolean paused,
        Optional<String> parked,
        Instant at) {

    public Lane {
        if (backlog < 0 || inFlight < 0) {
            throw new IllegalArgumentException("counts are not negative");
        }
    }
}
