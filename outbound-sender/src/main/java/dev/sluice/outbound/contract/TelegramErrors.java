package dev.sluice.outbound.contract;

import dev.sluice.model.ChatId;
import dev.sluice.model.Params;
import java.util.List;
import java.util.Locale;

/**
 * Tells the Bot API's refusals apart where status and parameters do not: by description, the only mark there is. Never for a
 * number: how long to wait stands in the parameters or nowhere (R73).
 */
final class TelegramErrors {

    /** After logOut, on every call; exactly this, without the usual prefix (TELEGRAM 2). */
    private static final String LOGGED_OUT = "Logged out";

    /** For a path that is none, and for a token that is malformed; of a method or a chat it says more. */
    private static final String NOT_FOUND = "not found";

    private static final String NOT_MODIFIED = "message is not modified";

    /** One message of several failed; the others may be there (TELEGRAM 6, trap 14). */
    private static final List<String> PARTIAL =
            List.of("failed to send message #", "with the error message", "group send failed");

    /** An error of another status inside a 400. */
    private static final List<String> WRAPPED =
            List.of("too many requests", "retry after", "internal server error", "forbidden: ", "unauthorized");

    private static final int PLAIN_GROUP_CHARS = 13;

    private TelegramErrors() {}

    static boolean isLoggedOut(String description) {
        return description.equals(LOGGED_OUT);
    }

    /** Whether a 404 is about the path or the token: it says nothing of a chat or a method. */
    static boolean isAboutToken(String description) {
        return description.isEmpty() || description.equalsIgnoreCase(NOT_FOUND);
    }

    /** Whether an edit was refused because the message is so already. */
    static boolean isNotModified(String method, String description) {
        return TelegramMethods.isEdit(method) && lower(description).contains(NOT_MODIFIED);
    }

    /** Whether a refused call of several messages may have sent some of them (case B15). */
    static boolean isPartial(String method, String description) {
        String text = lower(description);
        // its own status stands first; a second one behind it is wrapped
        String behind = text.substring(text.indexOf(": ") + 1);
        return TelegramMethods.sendsMultiple(method)
                && (PARTIAL.stream().anyMatch(text::contains)
                        || WRAPPED.stream().anyMatch(behind::contains));
    }

    /**
     * Whether "the group was upgraded" can only be about {@code chat_id}. The server says it of any chat of a call, and of
     * which it does not say: a forward from an upgraded group must not go to that group instead.
     */
    static boolean isAboutTarget(Params params) {
        if (params.chatId().isEmpty()) {
            return false;
        }
        Chat target = TelegramChats.of(params.chatId().get());
        OtherGroups others = new OtherGroups(target);
        ParamValues.visit(params, others);
        return !others.named || (isPlainGroup(target) && !others.plainGroup);
    }

    /** Only these are upgraded: negative ids of up to 12 digits; supergroups and channels have 13, and begin with 100. */
    private static boolean isPlainGroup(Chat chat) {
        return chat.key().startsWith("-") && chat.key().length() <= PLAIN_GROUP_CHARS;
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    private static final class OtherGroups implements ParamValues.Visitor {
        private final Chat target;
        private boolean named;
        private boolean plainGroup;

        OtherGroups(Chat target) {
            this.target = target;
        }

        @Override
        public void value(String name, boolean top, String text) {
            if (!name.endsWith("chat_id") || (top && name.equals("chat_id"))) {
                return;
            }
            Chat other = TelegramChats.of(ChatId.of(text));
            named |= !other.equals(target);
            plainGroup |= !other.equals(target) && isPlainGroup(other);
        }
    }
}
