package dev.sluice.local.traffic;

/**
 * Kinds of made-up updates with their share.
 *
 * <p>Weights are out of {@link #TOTAL_WEIGHT}; their mix keeps the average near 700 bytes.
 */
enum TrafficKind {
    MESSAGE("message", 560, Place.ANY, Dated.YES, MessageShapes::message),
    REORDERED_MESSAGE("message", 40, Place.ANY, Dated.YES, MessageShapes::reordered),
    EDITED_MESSAGE("edited_message", 60, Place.ANY, Dated.YES, MessageShapes::edited),
    CHANNEL_POST("channel_post", 50, Place.CHANNEL, Dated.YES, MessageShapes::post),
    EDITED_CHANNEL_POST("edited_channel_post", 15, Place.CHANNEL, Dated.YES, MessageShapes::editedPost),
    BUSINESS_CONNECTION("business_connection", 5, Place.PRIVATE, Dated.NO, MemberShapes::businessConnection),
    BUSINESS_MESSAGE("business_message", 25, Place.PRIVATE, Dated.YES, MessageShapes::business),
    EDITED_BUSINESS_MESSAGE("edited_business_message", 8, Place.PRIVATE, Dated.YES, MessageShapes::editedBusiness),
    DELETED_BUSINESS_MESSAGES(
            "deleted_business_messages", 5, Place.PRIVATE, Dated.NO, MemberShapes::deletedBusinessMessages),
    GUEST_MESSAGE("guest_message", 10, Place.SUPERGROUP, Dated.YES, MessageShapes::guest),
    MESSAGE_REACTION("message_reaction", 20, Place.SUPERGROUP, Dated.YES, MemberShapes::reaction),
    MESSAGE_REACTION_COUNT("message_reaction_count", 10, Place.CHANNEL, Dated.YES, MemberShapes::reactionCount),
    INLINE_QUERY("inline_query", 25, Place.PRIVATE, Dated.NO, QueryShapes::inlineQuery),
    CHOSEN_INLINE_RESULT("chosen_inline_result", 8, Place.PRIVATE, Dated.NO, QueryShapes::chosenInlineResult),
    CALLBACK_QUERY("callback_query", 70, Place.ANY, Dated.NO, QueryShapes::callbackQuery),
    SHIPPING_QUERY("shipping_query", 4, Place.PRIVATE, Dated.NO, QueryShapes::shippingQuery),
    PRE_CHECKOUT_QUERY("pre_checkout_query", 4, Place.PRIVATE, Dated.NO, QueryShapes::preCheckoutQuery),
    PURCHASED_PAID_MEDIA("purchased_paid_media", 3, Place.PRIVATE, Dated.NO, QueryShapes::purchasedPaidMedia),
    POLL("poll", 8, Place.PRIVATE, Dated.NO, QueryShapes::poll),
    POLL_ANSWER("poll_answer", 10, Place.SUPERGROUP, Dated.NO, QueryShapes::pollAnswer),
    MY_CHAT_MEMBER("my_chat_member", 6, Place.ANY, Dated.YES, MemberShapes::myMemberUpdated),
    CHAT_MEMBER("chat_member", 10, Place.SUPERGROUP, Dated.YES, MemberShapes::memberUpdated),
    CHAT_JOIN_REQUEST("chat_join_request", 6, Place.SUPERGROUP, Dated.YES, MemberShapes::joinRequest),
    CHAT_BOOST("chat_boost", 4, Place.CHANNEL, Dated.YES, MemberShapes::boost),
    REMOVED_CHAT_BOOST("removed_chat_boost", 4, Place.CHANNEL, Dated.YES, MemberShapes::removedBoost),
    MANAGED_BOT("managed_bot", 4, Place.PRIVATE, Dated.NO, MemberShapes::managedBot),
    UNKNOWN_KIND("hologram_projected", 20, Place.ANY, Dated.NO, OddShapes::unknownKind),
    SCALAR_KIND("hologram_counted", 6, Place.ANY, Dated.NO, OddShapes::scalarKind);

    static final int TOTAL_WEIGHT;

    static {
        int total = 0;
        for (TrafficKind kind : values()) {
            total += kind.weight;
        }
        TOTAL_WEIGHT = total;
    }

    enum Place {
        ANY,
        PRIVATE,
        SUPERGROUP,
        CHANNEL
    }

    enum Dated {
        YES,
        NO
    }

    final String field;
    final int weight;
    final Place place;
    final boolean dated;
    final Shape shape;

    TrafficKind(String field, int weight, Place place, Dated dated, Shape shape) {
        this.field = field;
        this.weight = weight;
        this.place = place;
        this.dated = dated == Dated.YES;
        this.shape = shape;
    }

    /** The kind for a number below {@link #TOTAL_WEIGHT}. */
    static TrafficKind at(int number) {
        int rest = number;
        for (TrafficKind kind : values()) {
            rest -= kind.weight;
            if (rest < 0) {
                return kind;
            }
        }
        return MESSAGE;
    }
}
