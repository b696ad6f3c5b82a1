package dev.sluice.local.botapi.core;

/**
 * What became of an update that was offered to a queue.
 *
 * @param outcome whether it was queued, and if not, why
 * @param id its id, or 0 when it was not queued
 * @param cleared ids that were lost because the numbering reached its end
 */
public record Pushed(Outcome outcome, int id, IdRanges cleared) {

    /** Reasons; a real server is silent about all of them. */
    public enum Outcome {
        QUEUED,
        FILTERED,
        TOO_OLD,
        TOO_BIG,
        QUEUE_FULL
    }

    static Pushed refused(Outcome why) {
        return new Pushed(why, 0, IdRanges.NONE);
    }
}
