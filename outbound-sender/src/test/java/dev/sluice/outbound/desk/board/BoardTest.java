package dev.sluice.outbound.desk.board;

import static dev.sluice.outbound.desk.board.MadeUp.BOT;
import static dev.sluice.outbound.desk.board.MadeUp.NOON;
import static dev.sluice.outbound.desk.board.MadeUp.key;
import static dev.sluice.outbound.desk.board.MadeUp.open;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ChatId;
import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.Outcome.State;
import dev.sluice.model.Sender;
import dev.sluice.outbound.desk.board.Board.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoardTest {
    private static final Sender OTHER = Sender.telegram(110002);

    private final Board board = new Board(3);

    @Test
    void listsTheOldestFirstAndPageByPage() {
        // Given: two of one moment among them
        board.review(open("c", State.HELD, 1, NOON.plusSeconds(2)));
        board.review(open("b", State.HELD, 1, NOON));
        board.review(open("a", State.UNKNOWN, 1, NOON));
        board.review(open("d", State.HELD, 1, NOON.plusSeconds(3)));

        // When one that was the last of its page is closed before the next page is asked for
        ReviewPage first = board.reviews(ReviewFilter.ALL, null, 2);
        board.reviewClosed(key("b"));
        Cursor after = Cursor.parse(first.next().orElseThrow().text());
        ReviewPage second = board.reviews(ReviewFilter.ALL, after, 2);

        // Then
        assertEquals(List.of("a", "b"), ids(first));
        assertEquals(4, first.total());
        assertEquals(List.of("c", "d"), ids(second));
        assertEquals(Optional.empty(), second.next());
        assertEquals(3, second.total());
    }

    @ParameterizedTest
    @CsvSource({
        "telegram:110001, , , , 'a1,a2,b1'",
        "telegram:110002, , , , 'c1'",
        ", held, , , 'a2,c1'",
        ", , 42, , 'a1,b1'",
        ", , @FOO, , 'a2'",
        ", , , a, 'a1,a2'",
        "telegram:110001, unknown, 42, b, 'b1'",
        "telegram:110002, unknown, , , ''",
    })
    void filters(String sender, String state, String chat, String prefix, String expected) {
        board.review(open("a1", State.UNKNOWN, 42, NOON));
        board.review(withChat(open("a2", State.HELD, 1, NOON.plusSeconds(1)), "@foo"));
        board.review(open("b1", State.UNKNOWN, 42, NOON.plusSeconds(2)));
        board.review(OpenReview.of(MadeUp.review(OTHER, "c1", State.HELD, 7, "\"hi\"", NOON.plusSeconds(3)), 0, 1));
        ReviewFilter filter = new ReviewFilter(
                Optional.ofNullable(sender).map(Sender::parse),
                Optional.ofNullable(state).map(word -> word.equals("held") ? State.HELD : State.UNKNOWN),
                Optional.ofNullable(chat),
                Optional.ofNullable(prefix));

        ReviewPage page = board.reviews(filter, null, 10);

        assertEquals(expected, String.join(",", ids(page)));
        assertEquals(ids(page).size(), page.total());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "AAAA", "%00", "MjAyNi0xMS0zMFQxMjowMDowMFo"})
    void aCursorThatIsNoneIsRefused(String text) {
        InvalidRecordException refused = assertThrows(InvalidRecordException.class, () -> Cursor.parse(text));

        assertEquals("after", refused.field());
    }

    @Test
    void countsByStateAndSenderThroughReplacementsAndClosings() {
        board.lane(MadeUp.lane(BOT, Optional.empty()));
        board.review(open("a", State.UNKNOWN, 1, NOON));
        board.review(open("b", State.HELD, 1, NOON));
        assertEquals(new Counts(1, 1), board.counts());

        board.review(open("a", State.HELD, 1, NOON.plusSeconds(5)));
        assertEquals(new Counts(2, 0), board.counts());
        assertEquals(new Counts(2, 0), board.lanes().get(0).reviews());

        board.reviewClosed(key("a"));
        board.reviewClosed(key("a"));
        board.reviewClosed(key("b"));
        assertEquals(new Counts(0, 0), board.counts());
        assertEquals(new Counts(0, 0), board.lanes().get(0).reviews());
        assertEquals(List.of(), ids(board.reviews(ReviewFilter.ALL, null, 10)));
    }

    @Test
    void keepsOfAReviewWhatAListNeeds() {
        String text = "\"" + "x".repeat(199) + "\\ud83d\\ude00 and more\"";

        OpenReview open = OpenReview.of(MadeUp.review(BOT, "a", State.UNKNOWN, 1, text, NOON), 3, 17);

        assertEquals("x".repeat(199), open.preview(), "no half of a surrogate pair at the end");
        assertEquals(2, open.attempt());
        assertEquals(3, open.partition());
        assertEquals(17, open.offset());
        assertEquals("?", preview("\"\\ud83d\""));
        assertEquals("", preview("[1]"), "a text that is none");
    }

    @Test
    void keepsTheNewestOutcomesAndSaysFromWhenOn() {
        for (int i = 0; i < 3; i++) {
            board.outcome(told("r" + i, i, NOON.plusSeconds(i)));
        }
        assertEquals(Optional.empty(), board.outcomes(any(), 10).since());

        board.outcome(told("late", 9, NOON.minusSeconds(60))); // older than all that is kept

        OutcomePage page = board.outcomes(any(), 2);
        assertEquals(List.of("r2", "r1"), idsOf(page));
        assertEquals(Optional.of(NOON.minusSeconds(60)), page.since());

        board.outcome(told("r3", 3, NOON.plusSeconds(3)));
        assertEquals(List.of("r3", "r2", "r1"), idsOf(board.outcomes(any(), 10)));
        assertEquals(Optional.of(NOON), board.outcomes(any(), 10).since());
    }

    @Test
    void findsOutcomesByRequestChatAndSender() {
        board.outcome(told("r1", 42, NOON));
        board.outcome(Told.of(MadeUp.outcome(OTHER, "r1", 43, NOON.plusSeconds(1))));

        assertEquals(2, board.outcomes(filter("r1", null, null), 10).outcomes().size());
        assertEquals(0, board.outcomes(filter("r", null, null), 10).outcomes().size());
        assertEquals(1, board.outcomes(filter(null, "42", null), 10).outcomes().size());
        assertEquals(1, board.outcomes(filter("r1", null, OTHER), 10).outcomes().size());
    }

    @Test
    void tellsWhatHasChangedOnceAndNoMoreThanIsWorthIt() {
        // Given
        board.lane(MadeUp.lane(BOT, Optional.empty()));
        board.review(open("a", State.HELD, 1, NOON));
        board.reviewClosed(key("a"));
        board.review(open("b", State.HELD, 1, NOON));
        board.outcome(told("r1", 1, NOON));

        // When
        Changes first = board.takeChanges();
        Changes second = board.takeChanges();

        // Then
        assertEquals(1, first.lanes().size());
        assertEquals(List.of("telegram:110001/b"), first.changed());
        assertEquals(List.of("telegram:110001/a"), first.closed());
        assertEquals(1, first.outcomes().size());
        assertFalse(first.more());
        assertEquals(new Changes(List.of(), List.of(), List.of(), false, List.of()), second);

        // When there is too much to tell
        for (int i = 0; i < 1_000; i++) {
            board.review(open("many" + i, State.HELD, 1, NOON));
            board.outcome(told("r" + i, 1, NOON.plusSeconds(i)));
            board.lane(MadeUp.lane(Sender.telegram(200_000 + i), Optional.empty()));
        }

        // Then the lanes come one look later, and of the rest only that there is more
        Changes many = board.takeChanges();
        assertEquals(ChangeLog.KEYS, many.changed().size());
        assertTrue(many.more());
        assertEquals(ChangeLog.OUTCOMES, many.outcomes().size());
        assertEquals("r999", many.outcomes().get(0).key().requestId());
        assertEquals(ChangeLog.LANES, many.lanes().size());
        assertEquals(ChangeLog.LANES, board.takeChanges().lanes().size());
    }

    @Test
    void aPartitionThatIsReadAnewForgetsWhatItHeld() {
        board.review(open("a", State.HELD, 1, NOON)); // partition 3
        board.review(OpenReview.of(MadeUp.review(OTHER, "c1", State.HELD, 7, "\"hi\"", NOON), 0, 1));

        board.forgetReviews(3);

        assertEquals(List.of("c1"), ids(board.reviews(ReviewFilter.ALL, null, 10)));
    }

    @Test
    void takesNoMoreThanMemoryMayHoldAndSaysSo() {
        Board small = new Board(0, 2);
        small.complete(Part.REVIEWS);
        small.review(open("a", State.HELD, 1, NOON));
        small.review(open("b", State.HELD, 1, NOON));
        assertTrue(small.isComplete(Part.REVIEWS));

        small.review(open("b", State.UNKNOWN, 1, NOON));
        assertTrue(small.isComplete(Part.REVIEWS), "one that is known may change");
        small.review(open("c", State.HELD, 1, NOON));

        assertFalse(small.isComplete(Part.REVIEWS));
        assertTrue(small.hasOverflowed());
        assertEquals(2, small.counts().total());
    }

    private static OpenReview withChat(OpenReview review, String chat) {
        return new OpenReview(
                review.key(),
                review.state(),
                review.since(),
                review.method(),
                ChatId.of(chat),
                review.reason(),
                review.expiresAt(),
                review.attempt(),
                review.preview(),
                review.partition(),
                review.offset());
    }

    private static String preview(String json) {
        return OpenReview.of(MadeUp.review(BOT, "a", State.UNKNOWN, 1, json, NOON), 0, 0)
                .preview();
    }

    private static Told told(String id, long chat, Instant at) {
        return Told.of(MadeUp.outcome(BOT, id, chat, at));
    }

    private static OutcomeFilter any() {
        return filter(null, null, null);
    }

    private static OutcomeFilter filter(@Nullable String id, @Nullable String chat, @Nullable Sender sender) {
        return new OutcomeFilter(Optional.ofNullable(id), Optional.ofNullable(chat), Optional.ofNullable(sender));
    }

    private static List<String> ids(ReviewPage page) {
        List<String> ids = new ArrayList<>();
        page.reviews().forEach(review -> ids.add(review.key().requestId()));
        return ids;
    }

    private static List<String> idsOf(OutcomePage page) {
        return page.outcomes().stream().map(told -> told.key().requestId()).toList();
    }
}
