package dev.sluice.local.traffic;

import java.util.Random;

/**
 * What one update is about.
 *
 * @param number running number of the update within its bot
 * @param mark {@code [<chat id>/<sequence>]}, the same chat's sequence counting from 1: lets a reader check the order
 * @param nowSeconds Unix time, the update's date
 */
record Scene(
        long botId, Random random, Chat chat, long userId, int number, String mark, String language, long nowSeconds) {

    /** The user who acts. */
    String user() {
        return Person.user(userId, language);
    }

    /** A decimal number of up to 19 digits as the API writes it into strings. */
    String longId() {
        return Long.toString(random.nextLong() >>> 1);
    }

    /** An opaque id such as file ids and inline message ids. */
    String token(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int n = 0; n < length; n++) {
            text.append(Words.BASE64.charAt(random.nextInt(Words.BASE64.length())));
        }
        return text.toString();
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }
}
