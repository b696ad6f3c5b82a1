package dev.sluice.outbound.desk.web;

import dev.sluice.outbound.desk.board.OpenReview;
import java.util.Optional;

/** Reviews as they are stored. Thread-safe. */
public interface WholeReviews {

    /**
     * A record as it was found in its topic.
     *
     * @param place {@code <topic>/<partition>/<offset>}
     */
    record Stored(String place, byte[] value) {}

    /**
     * The record of this review; empty when it is not there any more, since compaction has taken it.
     *
     * @throws UnavailableException when Kafka does not answer in time
     */
    Optional<Stored> read(OpenReview review);
}
