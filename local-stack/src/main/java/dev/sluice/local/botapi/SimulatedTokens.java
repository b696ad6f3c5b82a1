package dev.sluice.local.botapi;

import java.util.Random;

/** Made-up tokens that anybody can compute from a bot id, shaped like real ones. */
public final class SimulatedTokens {

    private static final int SECRET_LENGTH = 35;
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    private SimulatedTokens() {}

    /** The token of that bot, like {@code 110001:SIMULATED-token-of-bot-110001-Xy3abc}; always the same. */
    public static String tokenOf(long botId) {
        StringBuilder secret = new StringBuilder("SIMULATED-token-of-bot-" + botId + "-");
        Random letters = new Random(botId);
        while (secret.length() < SECRET_LENGTH) {
            secret.append(ALPHABET.charAt(letters.nextInt(ALPHABET.length())));
        }
        return botId + ":" + secret.substring(0, SECRET_LENGTH);
    }
}
