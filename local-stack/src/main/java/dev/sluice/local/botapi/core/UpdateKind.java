package dev.sluice.local.botapi.core;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The update types of Bot API 10.0, in the server's own order, with how long each lives (TELEGRAM.md 1.5).
 *
 * <p>{@code CUSTOM_EVENT} and {@code CUSTOM_QUERY} are known to the server but not documented.
 */
public enum UpdateKind {
    MESSAGE(Lifetime.DAY_FROM_DATE),
    EDITED_MESSAGE(Lifetime.DAY_FROM_DATE),
    CHANNEL_POST(Lifetime.DAY_FROM_DATE),
    EDITED_CHANNEL_POST(Lifetime.DAY_FROM_DATE),
    INLINE_QUERY(Lifetime.HALF_A_MINUTE),
    CHOSEN_INLINE_RESULT(Lifetime.TEN_MINUTES),
    CALLBACK_QUERY(Lifetime.TWO_AND_A_HALF_MINUTES),
    CUSTOM_EVENT(Lifetime.TEN_MINUTES),
    CUSTOM_QUERY(Lifetime.DAY),
    SHIPPING_QUERY(Lifetime.TWO_AND_A_HALF_MINUTES),
    PRE_CHECKOUT_QUERY(Lifetime.TWO_AND_A_HALF_MINUTES),
    POLL(Lifetime.DAY),
    POLL_ANSWER(Lifetime.DAY),
    MY_CHAT_MEMBER(Lifetime.DAY_FROM_DATE),
    CHAT_MEMBER(Lifetime.DAY_FROM_DATE),
    CHAT_JOIN_REQUEST(Lifetime.DAY_FROM_DATE),
    CHAT_BOOST(Lifetime.DAY_FROM_DATE),
    REMOVED_CHAT_BOOST(Lifetime.DAY_FROM_DATE),
    MESSAGE_REACTION(Lifetime.DAY_FROM_DATE),
    MESSAGE_REACTION_COUNT(Lifetime.DAY_FROM_DATE),
    BUSINESS_CONNECTION(Lifetime.DAY),
    BUSINESS_MESSAGE(Lifetime.DAY_FROM_DATE),
    EDITED_BUSINESS_MESSAGE(Lifetime.DAY_FROM_DATE),
    DELETED_BUSINESS_MESSAGES(Lifetime.DAY),
    PURCHASED_PAID_MEDIA(Lifetime.DAY),
    MANAGED_BOT(Lifetime.DAY),
    GUEST_MESSAGE(Lifetime.DAY_FROM_DATE);

    private static final Map<String, UpdateKind> BY_NAME = new HashMap<>();

    static {
        for (UpdateKind kind : values()) {
            BY_NAME.put(kind.text, kind);
        }
    }

    private final String text;
    private final Lifetime lifetime;

    UpdateKind(Lifetime lifetime) {
        this.text = name().toLowerCase(Locale.ROOT);
        this.lifetime = lifetime;
    }

    /** The field beside {@code update_id}, like {@code edited_message}. */
    public String text() {
        return text;
    }

    Lifetime lifetime() {
        return lifetime;
    }

    /** The kind of that name; letter case does not matter (TELEGRAM.md 1.8). Empty for a kind unknown to this API version. */
    public static Optional<UpdateKind> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name.toLowerCase(Locale.ROOT)));
    }

    enum Lifetime {
        HALF_A_MINUTE(30, false),
        TWO_AND_A_HALF_MINUTES(150, false),
        TEN_MINUTES(600, false),
        DAY(86_400, false),
        /** Counted from the date inside the update, not from its arrival. */
        DAY_FROM_DATE(86_400, true);

        final int seconds;
        final boolean fromDate;

        Lifetime(int seconds, boolean fromDate) {
            this.seconds = seconds;
            this.fromDate = fromDate;
        }
    }
}
