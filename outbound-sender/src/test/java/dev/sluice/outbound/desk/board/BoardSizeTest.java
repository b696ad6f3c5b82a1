package dev.sluice.outbound.desk.board;

import static dev.sluice.outbound.desk.board.MadeUp.NOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Outcome.State;
import dev.sluice.model.Review;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Sender;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** 100,000 open reviews: what they weigh, and how long a list takes. */
class BoardSizeTest {
    private static final int MANY = 100_000;
    private static final long MAX_BYTES = 150L * 1024 * 1024;
    private static final long MAX_LIST_MS = 100;

    @Test
    void aHundredThousandReviewsFitAndAreListedAtOnce() {
        // Given texts that Latin-1 cannot hold, longer than what is kept of them, as decoded from their records
        long before = used();
        Board board = new Board(20_000);
        for (int i = 0; i < MANY; i++) {
            board.review(OpenReview.of(decoded(i), i % 12, i));
        }
        long bytes = used() - before;

        // When
        long worstMs = 0;
        for (int round = 0; round < 20; round++) {
            long began = System.nanoTime();
            ReviewPage page = board.reviews(
                    new ReviewFilter(
                            Optional.empty(), Optional.of(State.HELD), Optional.empty(), Optional.of("request")),
                    null,
                    1_000);
            long ms = (System.nanoTime() - began) / 1_000_000;
            worstMs = round < 5 ? 0 : Math.max(worstMs, ms); // the first rounds are the compiler's
            assertEquals(MANY / 2, page.total());
        }

        // Then
        System.out.println("100,000 reviews: " + bytes / 1024 / 1024 + " MiB, worst list " + worstMs + " ms");
        assertTrue(bytes < MAX_BYTES, () -> bytes + " bytes");
        assertTrue(worstMs < MAX_LIST_MS, worstMs + " ms");
        assertEquals(MANY, board.counts().total());
    }

    private static Review decoded(int i) {
        String text = "\"" + "Ж".repeat(300) + i + "\"";
        Review review = MadeUp.review(
                Sender.telegram(110_000 + i % 50),
                "request-with-a-usual-name-" + i,
                i % 2 == 0 ? State.HELD : State.UNKNOWN,
                i,
                text,
                NOON.plusMillis(i));
        return ReviewCodec.decode(ReviewCodec.encode(review));
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
