package dev.sluice.runtime.token;

import dev.sluice.runtime.secret.Secret;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A bot's credential. The id before its colon names the bot everywhere (R21); the rest is for the Bot API alone (R22, R23).
 */
record BotToken(long botId, Secret token) {

    /** What a token looks like, for messages: these never quote what was given instead. */
    static final String SHAPE = "<bot id>:<35 of A-Z a-z 0-9 _ ->";

    /** Telegram's have 35 characters after the colon; that is nowhere promised, so some fewer and more will do. */
    private static final Pattern TOKEN = Pattern.compile("([1-9][0-9]{0,17}):[A-Za-z0-9_-]{30,64}");

    /** The token that is exactly this text; empty when it is none. */
    static Optional<BotToken> parse(String text) {
        Matcher token = TOKEN.matcher(text);
        return token.matches()
                ? Optional.of(new BotToken(Long.parseLong(token.group(1)), Secret.of(text)))
                : Optional.empty();
    }
}
