package dev.sluice.outbound.desk.feed;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import dev.sluice.model.LaneCodec;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.ReviewCodec;
import dev.sluice.model.Sender;
import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.Board.Part;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.board.Told;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a record changes on the board. */
final class BoardRecords {
    private final Board board;

    BoardRecords(Board board) {
        this.board = board;
    }

    /**
     * Takes one record.
     *
     * @throws InvalidRecordException when it is not what its topic holds; the board is as it was
     */
    void take(Part part, ConsumerRecord<byte[], byte[]> record) {
        String key = record.key() == null ? "" : new String(record.key(), StandardCharsets.UTF_8);
        switch (part) {
            case LANES -> lane(key, record.value());
            case REVIEWS -> review(JobKey.parse(key), record);
            case OUTCOMES -> outcome(record.value());
        }
    }

    private void lane(String key, byte[] value) {
        if (value == null) {
            board.laneGone(Sender.parse(key));
        } else {
            board.lane(LaneCodec.decode(value));
        }
    }

    private void review(JobKey key, ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            board.reviewClosed(key);
            return;
        }
        OpenReview review = OpenReview.of(ReviewCodec.decode(record.value()), record.partition(), record.offset());
        if (!review.key().equals(key)) {
            throw InvalidRecordException.invalid(
                    "key", "not that of its review"); // its tombstone would close another one
        }
        board.review(review);
    }

    private void outcome(byte[] value) {
        if (value != null) {
            board.outcome(Told.of(OutcomeCodec.decode(value)));
        }
    }
}
