package dev.sluice.system.check.send;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Chat ids that are one chat: {@code "42"} and {@code 42}, {@code @Foo} and {@code @foo}. */
final class Chats {

    private Chats() {}

    /** Empty without a chat. */
    static String normal(@Nullable String chatId) {
        return chatId == null ? "" : chatId.strip().toLowerCase(Locale.ROOT);
    }

    /** Whether the window per minute counts: groups and channels have negative ids, and what has a name may be one. */
    static boolean isGroupLike(String chat) {
        return chat.startsWith("-") || chat.startsWith("@");
    }
}
