package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.SendFigures;
import java.util.Optional;

/**
 * What a run comes to, by the simulated API's ledger and a read_committed read of the topics.
 *
 * @param generated updates that arrived at the simulated API; 0 against the real one
 * @param stored different updates in {@code telegram.updates}
 * @param duplicated records beyond the first of their update
 * @param lost updates that the API no longer holds and the topic does not either, or that were not stored in time
 * @param partial updates about which topic and checkpoint disagree: one names them, the other does not
 * @param requests different requests of this run
 * @param sent those of them that went out
 * @param unknown those of which nobody knows whether they arrived
 * @param floods 429 answers, against the real API the cooldowns seen
 */
record Summary(
        long generated,
        long stored,
        long duplicated,
        long lost,
        long partial,
        long delayP50Ms,
        long delayP99Ms,
        long requests,
        long sent,
        long unknown,
        long floods) {

    /**
     * Puts it together.
     *
     * @param sends empty when nothing is sent
     * @param answers empty when nobody keeps a ledger
     */
    static Summary of(Tally tally, Delays delays, Optional<SendFigures> sends, Optional<AnswerCount> answers) {
        long generated = tally.generated();
        return new Summary(
                generated > 0 ? generated : tally.stored(),
                tally.stored(),
                tally.duplicated(),
                tally.lost(),
                tally.partial(),
                delays.percentileMs(0.50),
                delays.percentileMs(0.99),
                sends.map(SendFigures::requests).orElse(0L),
                sends.map(SendFigures::sent).orElse(0L),
                sends.map(SendFigures::unknown).orElse(0L),
                answers.map(AnswerCount::floods)
                        .orElseGet(() -> sends.map(SendFigures::floods).orElse(0L)));
    }

    boolean clean() {
        return lost == 0 && duplicated == 0 && partial == 0;
    }

    /** The last line on stdout (CONTRACT "Commands"). */
    String line() {
        return "summary generated=" + generated + " stored=" + stored + " duplicated=" + duplicated + " lost=" + lost
                + " partial=" + partial + " delay_p50_ms=" + delayP50Ms + " delay_p99_ms=" + delayP99Ms + " requests="
                + requests + " sent=" + sent + " unknown=" + unknown + " floods=" + floods;
    }
}
