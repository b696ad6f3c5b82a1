package dev.sluice.runtime.token;

import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import dev.sluice.runtime.settings.Parser.BadValue;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Where the bots' API is and which tokens there are; the same for every service that speaks to it (CONTRACT, Settings). */
public final class TelegramSettings {
    public static final Setting<URI> API_URL = new Setting<>(
            "sluice.telegram.api-url",
            "an http or https URL without query",
            "https://api.telegram.org",
            "The Bot API server. One trailing slash is ignored.",
            false,
            TelegramSettings::apiUrl);

    public static final Setting<List<Secret>> TOKENS = Setting.secrets(
            "sluice.telegram.tokens",
            "bot tokens by comma",
            "Tokens of the bots. A bot's id is the number before the colon. Use this or the token directory.");

    public static final Setting<Path> TOKEN_DIR = Setting.path(
            "sluice.telegram.token-dir",
            null,
            "A directory with one file per bot, holding its token. It is read again every 5 s, so bots come and go without"
                    + " a restart; names that begin with a dot are passed over.");

    private TelegramSettings() {}

    /**
     * Refuses tokens from two places, or from none.
     *
     * @throws StartFailure (USAGE)
     */
    public static void requireOne(Settings settings) {
        boolean list = settings.find(TOKENS).isPresent();
        boolean directory = settings.find(TOKEN_DIR).isPresent();
        if (list && directory) {
            throw settings.refuse(TOKENS, "is set together with " + TOKEN_DIR.key() + "; wants only one of them");
        }
        if (!list && !directory) {
            throw settings.refuse(TOKENS, "is not set and neither is " + TOKEN_DIR.key() + "; wants one of them");
        }
    }

    /**
     * The tokens, as the settings have them.
     *
     * @param tokens of {@link #TOKENS}; not looked at when there is a directory
     * @throws StartFailure (USAGE) when one of them is malformed, or the directory cannot be read
     */
    public static TokenStore open(List<Secret> tokens, Optional<Path> directory, Clock clock) {
        return directory
                .map(dir -> TokenStore.ofDirectory(TOKEN_DIR.key(), dir, clock))
                .orElseGet(() -> TokenStore.ofList(
                        TOKENS.key(), tokens.stream().map(Secret::reveal).toList()));
    }

    /** Whether a URL can be the Bot API's: {@code http} or {@code https}, with a host, without user, query or fragment. */
    public static boolean isApiUrl(URI url) {
        boolean scheme = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
        return scheme
                && url.getHost() != null
                && url.getRawUserInfo() == null
                && url.getRawQuery() == null
                && url.getRawFragment() == null;
    }

    private static URI apiUrl(String text) {
        URI url = URI.create(text);
        if (!isApiUrl(url)) {
            throw new BadValue("is no such URL");
        }
        return url;
    }
}
