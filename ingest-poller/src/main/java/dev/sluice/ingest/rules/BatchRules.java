package dev.sluice.ingest.rules;

import dev.sluice.ingest.telegram.SlicedUpdate;
import dev.sluice.ingest.telegram.UpdateBatch;
import dev.sluice.model.IngestEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The offset and dedupe rules (R1-R12, R29-R31, R45, R54; TELEGRAM 1.2 to 1.6).
 *
 * <ul>
 *   <li>The next offset is the highest id of the batch plus one, also when that is lower than before: ids may begin anew,
 *       and a client that insists on the higher one is deaf from then on (A1).
 *   <li>An update is left out only when the very same bytes are stored under its id. An id alone proves nothing after a
 *       restart of the sequence; a possible double is better than a loss.
 *   <li>The server never answers with an id below the offset, unless it ignored the offset. So such a batch, when it brings
 *       anything new, begins a new sequence; and so does one that brings other bytes under an id of this sequence.
 *   <li>What is missing or odd is published, with its size; it is not called a loss.
 * </ul>
 */
public final class BatchRules {

    /**
     * The shortest life of an update that a person waits on, such as a press of a button (TELEGRAM 1.5): a bot that was
     * not polled for longer has an outage to report. (Inline queries, 30 s, are gone with the keystroke anyway.)
     */
    public static final Duration OUTAGE = Duration.ofSeconds(150);

    private BatchRules() {}

    /**
     * The ids of the batch that are held as stored: the caller compares what is stored under them with the batch.
     *
     * @param newGround whether the last comparison for this bot found nothing the same. Then a batch that begins at or
     *     above the offset that was sent goes on in the same new ids, and what older sequences had under them need not be compared
     *     again: a server that was restored delivers what is old before what is new, never the other way round
     */
    public static Set<Integer> suspects(
            BotProgress progress, OptionalInt offsetSent, boolean newGround, UpdateBatch batch) {
        boolean goesOn = newGround
                && offsetSent.isPresent()
                && batch.updates().stream().allMatch(update -> update.updateId() >= offsetSent.getAsInt());
        Set<Integer> suspects = new HashSet<>();
        for (SlicedUpdate update : batch.updates()) {
            if (goesOn ? progress.holdsInSequence(update.updateId()) : progress.holds(update.updateId())) {
                suspects.add(update.updateId());
            }
        }
        return suspects;
    }

    /**
     * What to do with a batch. Nothing changes until the plan is committed: planning the same batch again after a failed
     * commit gives the same plan.
     *
     * @param progress as stored when the poll left
     * @param offsetSent with the poll; empty when it carried none
     * @param sameAsStored those of {@link #suspects} whose stored bytes are those of the batch
     * @param outage how long the bot had not been polled before, when that is longer than {@link #OUTAGE}
     */
    public static BatchPlan plan(
            BotContext bot,
            BotProgress progress,
            OptionalInt offsetSent,
            UpdateBatch batch,
            Set<Integer> sameAsStored,
            Optional<Duration> outage,
            Instant now,
            BatchLimits limits) {
        return new BatchPlanner(bot, progress, offsetSent, batch, outage, now, limits).plan(sameAsStored);
    }

    /** For an outage that ends with an empty batch, which has no plan: an empty batch changes nothing (R29). */
    public static IngestEvent outageEvent(BotContext bot, Duration outage, Instant now) {
        return new IngestEvent.Gap(
                bot.botId(),
                now,
                bot.instance(),
                IngestEvent.GapCause.OUTAGE,
                OptionalInt.empty(),
                OptionalInt.empty(),
                OptionalLong.empty(),
                OptionalLong.of(outage.toMillis()));
    }
}
