package dev.sluice.local.botapi.engine;

import dev.sluice.local.botapi.core.Answer;
import dev.sluice.local.botapi.core.Answers;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What the cloud says to a token before it looks for the bot (TELEGRAM.md 3, rows 401 and 404). */
final class TokenCheck {

    private static final Pattern WELL_FORMED = Pattern.compile("[0-9]+:[A-Za-z0-9_-]+");
    private static final int MAX_LENGTH = 80;
    private static final int MAX_ID_DIGITS = 16;

    private TokenCheck() {}

    /** The refusal, or null when the token might be somebody's. */
    static @Nullable Answer refusal(String token) {
        if (!WELL_FORMED.matcher(token).matches()) {
            return Answers.error(404, "Not Found");
        }
        if (token.startsWith("0") || token.length() > MAX_LENGTH || token.indexOf(':') > MAX_ID_DIGITS) {
            return Answers.error(401, "Unauthorized: invalid token specified");
        }
        return null;
    }

    /** The bot id that the token claims, or 0. Not a secret, unlike the rest. */
    static long claimedBot(String token) {
        int colon = token.indexOf(':');
        return colon > 0 && colon <= MAX_ID_DIGITS && token.substring(0, colon).matches("[0-9]+")
                ? Long.parseLong(token.substring(0, colon))
                : 0;
    }
}
