package dev.sluice.outbound.desk.board;

import dev.sluice.model.Sender;
import java.util.Optional;

/** Which outcomes are wanted; empty: any. */
public record OutcomeFilter(Optional<String> requestId, Optional<String> chat, Optional<Sender> sender) {
    public OutcomeFilter {
        chat = chat.map(Texts::chat);
    }

    boolean wants(Told told) {
        return (requestId.isEmpty() || requestId.get().equals(told.key().requestId()))
                && (sender.isEmpty() || sender.get().equals(told.key().sender()))
                && (chat.isEmpty()
                        || told.chat()
                                .filter(id -> Texts.chat(id.text()).equals(chat.get()))
                                .isPresent());
    }
}
