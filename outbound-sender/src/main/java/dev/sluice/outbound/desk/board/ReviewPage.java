package dev.sluice.outbound.desk.board;

import java.util.List;
import java.util.Optional;

/**
 * Some of the reviews that are wanted, the oldest first.
 *
 * @param total how many are wanted in all
 * @param next where to go on; empty at the end
 */
public record ReviewPage(List<OpenReview> reviews, int total, Optional<Cursor> next) {
    public ReviewPage {
        reviews = List.copyOf(reviews);
    }
}
