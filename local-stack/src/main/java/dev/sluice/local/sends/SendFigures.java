package dev.sluice.local.sends;

import java.util.Map;

/**
 * The outbound side at one moment.
 *
 * @param requests different requests of this run
 * @param sent those of them that have gone out
 * @param ratePerSecond sends over the last few seconds
 * @param waiting requests without an end, by what they wait for; {@link Gate#NONE}: on their way
 * @param unknown requests of which nobody knows whether they arrived
 * @param held requests that wait for a person for another reason
 * @param ended requests that ended unsent
 * @param floods 429 answers that were waited out, or are
 */
public record SendFigures(
        long requests,
        long sent,
        double ratePerSecond,
        Map<Gate, Long> waiting,
        long unknown,
        long held,
        long ended,
        long floods) {

    /** All that wait. */
    public long waitingInAll() {
        return waiting.values().stream().mapToLong(Long::longValue).sum();
    }
}
