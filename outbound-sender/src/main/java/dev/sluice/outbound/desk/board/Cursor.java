package dev.sluice.outbound.desk.board;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.JobKey;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;
import java.util.Comparator;

/** A place in the order of reviews, the oldest first: it stays right when the review that it names has gone. */
public record Cursor(Instant since, JobKey key) {
    static final Comparator<Cursor> ORDER = Comparator.comparing(Cursor::since)
            .thenComparing(cursor -> cursor.key().requestId())
            .thenComparing(cursor -> cursor.key().sender().text());

    static Cursor of(OpenReview review) {
        return new Cursor(review.since(), review.key());
    }

    /** For whoever gives it back; means nothing to them. */
    public String text() {
        String plain = since + " " + key.text();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(plain.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads what {@link #text} writes.
     *
     * @throws InvalidRecordException when it is none
     */
    public static Cursor parse(String text) {
        try {
            String[] parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", 2);
            if (parts.length == 2) {
                return new Cursor(Instant.parse(parts[0]), JobKey.parse(parts[1]));
            }
        } catch (DateTimeException | IllegalArgumentException e) {
            throw InvalidRecordException.invalid("after", "no cursor of this desk");
        }
        throw InvalidRecordException.invalid("after", "no cursor of this desk");
    }
}
