package dev.sluice.ingest.telegram;

import java.util.OptionalInt;

/** What came of getWebhookInfo or deleteWebhook. */
public sealed interface WebhookResult {

    /**
     * The answer to getWebhookInfo.
     *
     * @param set whether a webhook is set, so that getUpdates answers 409 until it is deleted (R13)
     * @param urlHost the host of its URL; the rest may hold a secret and is not kept. Empty when none is set
     * @param pendingUpdates how many updates wait at the server; empty when it did not say
     */
    record Info(boolean set, String urlHost, OptionalInt pendingUpdates) implements WebhookResult {}

    /** The answer to deleteWebhook: none is set any more, and nothing pending was dropped (A7). */
    record Deleted() implements WebhookResult {}

    /** No usable answer. */
    record Failed(PollResult.Failure failure) implements WebhookResult {}
}
