package dev.sluice.local.botapi.core;

import java.util.OptionalLong;

/** When an update stops being kept (TELEGRAM.md 1.5): "24 hours" is only the maximum. */
public final class Expiry {

    private static final int DAY_SECONDS = 86_400;

    private Expiry() {}

    /**
     * Unix second at which an update of this kind expires.
     *
     * @param kind the field beside {@code update_id}; kinds unknown to this API version live a day
     * @param date message, edit or event date in Unix seconds; absent: now
     */
    public static long of(String kind, OptionalLong date, long nowSeconds) {
        UpdateKind.Lifetime lifetime =
                UpdateKind.of(kind).map(UpdateKind::lifetime).orElse(UpdateKind.Lifetime.DAY);
        long from = lifetime.fromDate ? date.orElse(nowSeconds) : nowSeconds;
        return from + lifetime.seconds;
    }

    /** Whether the server queues the update at all: a message of more than a day ago is skipped (Client.cpp:17448). */
    public static boolean isQueued(String kind, OptionalLong date, long nowSeconds) {
        boolean dated = UpdateKind.of(kind).map(k -> k.lifetime().fromDate).orElse(false);
        return !dated || date.orElse(nowSeconds) > nowSeconds - DAY_SECONDS;
    }
}
