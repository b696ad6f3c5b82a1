package dev.sluice.local.circle;

import dev.sluice.local.botapi.LedgerCall;

/** Counts what became of calls to the simulated API. Not thread-safe. */
final class Answered {
    private static final int OK = 200;
    private static final int TOO_MANY_REQUESTS = 429;

    private long sent;
    private long floods;
    private long others;

    /** A call that has ended, other than getUpdates. */
    void called(LedgerCall call) {
        switch (call.status()) {
            case OK -> sent++;
            case TOO_MANY_REQUESTS -> floods++;
            default -> others++;
        }
    }

    String text() {
        return "answers sent " + sent + ", told to wait " + floods + ", others " + others;
    }
}
