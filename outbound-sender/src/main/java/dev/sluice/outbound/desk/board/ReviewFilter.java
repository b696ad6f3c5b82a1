package dev.sluice.outbound.desk.board;

import dev.sluice.model.Outcome;
import dev.sluice.model.Sender;
import java.util.Optional;

/**
 * Which reviews are wanted; empty: any.
 *
 * @param idPrefix what a request id begins with
 */
public record ReviewFilter(
        Optional<Sender> sender, Optional<Outcome.State> state, Optional<String> chat, Optional<String> idPrefix) {

    public static final ReviewFilter ALL =
            new ReviewFilter(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    public ReviewFilter {
        chat = chat.map(Texts::chat);
    }

    boolean wants(OpenReview review) {
        return (sender.isEmpty() || sender.get().equals(review.key().sender()))
                && (state.isEmpty() || state.get() == review.state())
                && (idPrefix.isEmpty() || review.key().requestId().startsWith(idPrefix.get()))
                && (chat.isEmpty()
                        || review.chat()
                                .filter(id -> Texts.chat(id.text()).equals(chat.get()))
                                .isPresent());
    }
}
