package dev.sluice.ingest.rules;

/** When the poll after a batch leaves, once the batch is committed. */
public enum Pace {
    /** At once: progress was made. */
    NOW,
    /** After {@link RetryPolicy}'s pause of at least 3 s: the next poll would get the same answer again (A2). */
    BACK_OFF
}
