package dev.sluice.outbound.desk.board;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Outcomes, the newest first.
 *
 * @param since none is missing from this time on; empty: none that the topic still has is missing
 */
public record OutcomePage(List<Told> outcomes, Optional<Instant> since) {
    public OutcomePage {
        outcomes = List.copyOf(outcomes);
    }
}
