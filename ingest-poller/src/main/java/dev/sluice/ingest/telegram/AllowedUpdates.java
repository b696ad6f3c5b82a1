package dev.sluice.ingest.telegram;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The {@code allowed_updates} of every getUpdates call. It is never left out: the server would go on with whatever list any
 * earlier client or webhook has set (A23). Names a server does not know are dropped by it without an error, so the list
 * may be newer than the server.
 *
 * @see <a href="https://core.telegram.org/bots/api#update">Update</a>
 */
public final class AllowedUpdates {

    /** Every field of Update beside {@code update_id}; the last one came after Bot API 10.0. */
    public static final List<String> ALL = List.of(
            "message",
            "edited_message",
            "channel_post",
            "edited_channel_post",
            "business_connection",
            "business_message",
            "edited_business_message",
            "deleted_business_messages",
            "guest_message",
            "message_reaction",
            "message_reaction_count",
            "inline_query",
            "chosen_inline_result",
            "callback_query",
            "shipping_query",
            "pre_checkout_query",
            "purchased_paid_media",
            "poll",
            "poll_answer",
            "my_chat_member",
            "chat_member",
            "chat_join_request",
            "chat_boost",
            "removed_chat_boost",
            "managed_bot",
            "subscription");

    /** The empty list: what Telegram sends by default, so everything but chat_member and the two reactions. */
    public static final List<String> TELEGRAM_DEFAULT = List.of();

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    private AllowedUpdates() {}

    /** Whether the name can be one of an update kind. A new kind need not be known here. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }
}
