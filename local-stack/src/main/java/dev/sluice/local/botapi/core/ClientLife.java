package dev.sluice.local.botapi.core;

import org.jspecify.annotations.Nullable;

/** The client object that a server keeps per token: loaded by the first call, gone after close, logOut or a restart. */
final class ClientLife {

    private static final long ONE_SECOND = 1_000_000_000L;
    private static final long HALF_AN_HOUR = 1800 * ONE_SECOND;
    private static final long TEN_MINUTES = 600 * ONE_SECOND;

    private final long serverStart;
    private boolean loaded;
    private long start;
    private long unavailableUntil;
    private @Nullable Answer unavailable;

    ClientLife(long serverStartNanos) {
        this.serverStart = serverStartNanos;
    }

    boolean isLoaded() {
        return loaded;
    }

    /** The answer to every call while the client is going away, or null. */
    @Nullable
    Answer refusal(Moment now) {
        if (unavailable != null && now.nanos() >= unavailableUntil) {
            unavailable = null;
            loaded = false;
        }
        return unavailable;
    }

    void load(Moment now) {
        loaded = true;
        start = now.nanos();
    }

    /** Seconds until close is allowed, or 0 (Client.cpp:12641). */
    int closeRetryAfter(Moment now) {
        long left = TEN_MINUTES - (now.nanos() - start);
        boolean serverIsOlder = start > serverStart + TEN_MINUTES;
        return left > 0 && serverIsOlder ? (int) (left / ONE_SECOND) : 0;
    }

    void unload() {
        loaded = false;
    }

    /** After logOut the object stays for 1 s, or for half an hour when it had not been authorised that long (9335). */
    void logOut(Moment now) {
        boolean longAuthorised = now.nanos() - start > HALF_AN_HOUR;
        refuse(Answers.error(400, "Logged out"), now.nanos() + (longAuthorised ? ONE_SECOND : HALF_AN_HOUR));
    }

    void refuse(Answer answer, long untilNanos) {
        unavailable = answer;
        unavailableUntil = untilNanos;
    }
}
