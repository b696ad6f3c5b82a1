package dev.sluice.ingest.telegram;

import dev.sluice.runtime.token.TelegramSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * How {@link BotApi} reaches the Bot API.
 *
 * @param apiUrl {@code http} or {@code https}, with or without a path; one trailing slash is ignored
 * @param allowedUpdates names of update kinds; empty for Telegram's default set
 * @param connectTimeout for each connection, TLS handshake included
 * @param answerGrace how much longer than its poll timeout a call may take in all. The server itself adds up to 3 s, and
 *     answers late after its own restart (TELEGRAM 1.7)
 * @param controlTimeout deadline of getWebhookInfo, deleteWebhook and getMe
 * @param ioThreads of the long polls; one moves more than a broker takes, a second keeps a large body from delaying others
 */
public record BotApiSettings(
        URI apiUrl,
        List<String> allowedUpdates,
        Duration connectTimeout,
        Duration answerGrace,
        Duration controlTimeout,
        int ioThreads) {

    public BotApiSettings {
        if (!TelegramSettings.isApiUrl(apiUrl)) {
            throw new IllegalArgumentException("not an http or https URL without query, fragment or user: " + apiUrl);
        }
        allowedUpdates = List.copyOf(allowedUpdates);
        for (String name : allowedUpdates) {
            if (!AllowedUpdates.isName(name)) {
                throw new IllegalArgumentException("not a name of an update kind: " + name);
            }
        }
        if (connectTimeout.isNegative() || answerGrace.isNegative() || controlTimeout.isNegative() || ioThreads < 1) {
            throw new IllegalArgumentException("timeouts are not negative and there is at least one thread");
        }
    }

    /** These, with every time and thread count as it is in production. */
    public static BotApiSettings of(URI apiUrl, List<String> allowedUpdates) {
        return new BotApiSettings(
                apiUrl, allowedUpdates, Duration.ofSeconds(10), Duration.ofSeconds(15), Duration.ofSeconds(15), 2);
    }
}
