package dev.sluice.ingest;

import dev.sluice.ingest.telegram.AllowedUpdates;
import dev.sluice.ingest.telegram.PollRequest;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Parser.BadValue;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TelegramSettings;
import dev.sluice.runtime.token.TokenStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * The poller's settings (CONTRACT, Settings).
 *
 * @param tokens the tokens named in the settings; empty when they come from {@code tokenDir}
 * @param tokenDir one file per bot
 * @param pollTimeout how long Telegram holds a getUpdates open; 50 s is the server's own cap (A21)
 * @param limit updates per answer, 1 to 100
 * @param allowedUpdates the list sent on every call (A23); empty for Telegram's default kinds
 * @param dedupeWindow how long stored ids are remembered: longer than the 24 h for which an update can come again, shorter
 *     than the 7 d after which ids may begin anew (R51, TELEGRAM.md 1.6)
 * @param authProbe pause between tries of a bot whose token is refused
 */
public record IngestSettings(
        URI apiUrl,
        List<Secret> tokens,
        Optional<Path> tokenDir,
        Duration pollTimeout,
        int limit,
        List<String> allowedUpdates,
        Duration dedupeWindow,
        OnWebhook onWebhook,
        Duration authProbe,
        Duration shutdownTimeout) {

    /** What to do about a webhook that is set for a bot (R13). */
    public enum OnWebhook {
        /** Say so and look again from time to time; somebody may depend on it. */
        WAIT,
        /** Delete it, keeping its pending updates, then poll. */
        DELETE
    }

    public static final Setting<Duration> POLL_TIMEOUT = Setting.duration(
            "sluice.ingest.poll-timeout",
            "50s",
            Duration.ofSeconds(1),
            PollRequest.MAX_TIMEOUT,
            "How long Telegram holds a getUpdates open when nothing is there; in whole seconds.");

    public static final Setting<Integer> LIMIT = Setting.integer(
            "sluice.ingest.limit", "100", 1, PollRequest.MAX_LIMIT, "The most updates that one answer may hold.");

    public static final Setting<List<String>> ALLOWED_UPDATES = new Setting<>(
            "sluice.ingest.allowed-updates",
            "names of update kinds by comma, or default",
            String.join(",", AllowedUpdates.ALL),
            "The kinds of update to receive, sent with every call. The word default asks for Telegram's own choice, which"
                    + " leaves out chat_member, message_reaction and message_reaction_count.",
            false,
            IngestSettings::allowedUpdates);

    public static final Setting<Duration> DEDUPE_WINDOW = Setting.duration(
            "sluice.ingest.dedupe-window",
            "48h",
            Duration.ofHours(24).plusSeconds(1),
            Duration.ofDays(7).minusSeconds(1),
            "How long the ids of stored updates are remembered, to recognise one that is delivered again.");

    public static final Setting<OnWebhook> ON_WEBHOOK = Setting.choice(
            "sluice.ingest.on-webhook",
            OnWebhook.class,
            "wait",
            "What to do when a webhook is set for a bot: wait until somebody deletes it, or delete it (its pending updates"
                    + " are kept).");

    public static final Setting<Duration> AUTH_PROBE = Setting.duration(
            "sluice.ingest.auth-probe",
            "5m",
            Duration.ofSeconds(1),
            Duration.ofDays(1),
            "How often a bot is tried again whose token Telegram refuses.");

    public static final Setting<Duration> SHUTDOWN_TIMEOUT = Setting.duration(
            "sluice.ingest.shutdown-timeout",
            "25s",
            Duration.ofSeconds(1),
            Duration.ofMinutes(10),
            "How long a stop may take to store what was received and to hand over.");

    /** What the poller is reached by, with its own default port. */
    public static final Setting<Integer> MANAGEMENT_PORT = CommonSettings.MANAGEMENT_PORT.withDefault("8401");

    /** All of them, for {@link Settings#load} and the documentation. */
    public static final List<Setting<?>> ALL = List.of(
            TelegramSettings.API_URL,
            TelegramSettings.TOKENS,
            TelegramSettings.TOKEN_DIR,
            POLL_TIMEOUT,
            LIMIT,
            ALLOWED_UPDATES,
            DEDUPE_WINDOW,
            ON_WEBHOOK,
            AUTH_PROBE,
            SHUTDOWN_TIMEOUT);

    /** Reads and checks them. */
    public static IngestSettings from(Settings settings) {
        TelegramSettings.requireOne(settings);
        Duration pollTimeout = settings.get(POLL_TIMEOUT);
        if (!pollTimeout.equals(pollTimeout.truncatedTo(ChronoUnit.SECONDS))) {
            throw settings.refuse(POLL_TIMEOUT, "wants whole seconds");
        }
        return new IngestSettings(
                settings.get(TelegramSettings.API_URL),
                settings.find(TelegramSettings.TOKENS).orElse(List.of()),
                settings.find(TelegramSettings.TOKEN_DIR),
                pollTimeout,
                settings.get(LIMIT),
                settings.get(ALLOWED_UPDATES),
                settings.get(DEDUPE_WINDOW),
                settings.get(ON_WEBHOOK),
                settings.get(AUTH_PROBE),
                settings.get(SHUTDOWN_TIMEOUT));
    }

    /**
     * The tokens of the bots, as the settings have them.
     *
     * @throws StartFailure (USAGE) when one in {@link TelegramSettings#TOKENS} is malformed, or the directory cannot be read
     */
    public TokenStore openTokens(Clock clock) {
        return TelegramSettings.open(tokens, tokenDir, clock);
    }

    private static List<String> allowedUpdates(String text) {
        if (text.equals("default")) {
            return AllowedUpdates.TELEGRAM_DEFAULT;
        }
        List<String> names = List.of(text.split("\\s*,\\s*"));
        for (String name : names) {
            if (!AllowedUpdates.isName(name)) {
                throw new BadValue("has an item that is not the name of an update kind");
            }
        }
        return names;
    }
}
