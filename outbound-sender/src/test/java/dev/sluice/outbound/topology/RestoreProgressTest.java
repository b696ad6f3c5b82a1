package dev.sluice.outbound.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class RestoreProgressTest {
    private static final TopicPartition P0 = new TopicPartition("jobs-changelog", 0);
    private static final TopicPartition P1 = new TopicPartition("jobs-changelog", 1);

    private final RestoreProgress progress = new RestoreProgress();

    @Test
    void whatIsLeftIsTheSumOfAllPartitionsOfAStore() {
        progress.onRestoreStart(P0, "jobs", 100, 1_100);
        progress.onRestoreStart(P1, "jobs", 0, 500);
        progress.onRestoreStart(P0, "lanes", 0, 7);
        assertEquals(1_500, progress.remaining("jobs"));
        assertEquals(7, progress.remaining("lanes"));
        assertEquals(0, progress.remaining("intents"));

        progress.onBatchRestored(P0, "jobs", 599, 400); // holes: fewer records than offsets

        assertEquals(1_000, progress.remaining("jobs"));
        assertEquals(400, progress.restored("jobs"));
    }

    @Test
    void whatIsDoneOrGoneElsewhereIsNotLeft() {
        progress.onRestoreStart(P0, "jobs", 0, 1_000);
        progress.onRestoreStart(P1, "jobs", 0, 500);
        progress.onBatchRestored(P0, "jobs", 990, 900);

        progress.onRestoreEnd(P0, "jobs", 900); // markers at the end are no records
        assertEquals(500, progress.remaining("jobs"));
        progress.onRestoreSuspended(P1, "jobs", 0);

        assertEquals(0, progress.remaining("jobs"));
        assertEquals(900, progress.restored("jobs"));
        progress.onBatchRestored(P0, "jobs", 1_100, 1); // too late to matter
        assertEquals(0, progress.remaining("jobs"));
    }

    @Test
    void aNewStartForgetsWhatWasLeftAndKeepsWhatWasDone() {
        progress.onRestoreStart(P0, "jobs", 0, 1_000);
        progress.onBatchRestored(P0, "jobs", 9, 10);

        progress.startsAnew();

        assertEquals(0, progress.remaining("jobs"));
        assertEquals(10, progress.restored("jobs"));
    }
}
