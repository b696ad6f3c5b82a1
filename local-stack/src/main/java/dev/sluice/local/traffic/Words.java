package dev.sluice.local.traffic;

import java.util.List;
import java.util.Random;

/** Raw material for texts: several scripts, combining signs, emoji with joiners, and characters that JSON escapes. */
final class Words {

    static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    static final List<String> NAMES = List.of(
            "Anna", "Jürgen", "Мария", "محمد", "さくら", "José", "Zoë", "李雷", "Ọlá", "Владимир", "👩‍💻 Dev", "Łukasz");

    static final List<String> LANGUAGES = List.of("en", "de", "ru", "ar", "ja", "es", "zh-hans", "pl");

    static final List<String> TITLES =
            List.of("Night shift", "Заказы", "Küche & Bad", "News 📰", "営業部", "Q\\u0026A \\\"beta\\\"", "Familie ❤️");

    private static final List<String> PIECES = List.of(
            "please send the invoice again",
            "der Kaffee ist schon wieder leer",
            "во сколько завтра встреча?",
            "明日の会議は何時ですか",
            "هل يمكنك مساعدتي؟",
            "¿dónde está mi pedido?",
            "thanks a lot 🙏🏽",
            "see https://example.org/a?b=c\\u0026d=%20e",
            "line one\\nline two\\ttabbed",
            "she said \\\"hello\\\" \\\\o/",
            "price: 1.234,50 € / 10⁻³",
            "👨‍👩‍👧‍👦 🇺🇦 🏳️‍🌈",
            "escaped \\ud83d\\ude80 rocket",
            "ok",
            "the delivery has not arrived and nobody answers the phone since Monday morning",
            "Schöne Grüße aus Köln",
            "e\\u0301 and é are two ways to write it");

    private Words() {}

    /** Some words as the inside of a JSON string, at least that many characters. */
    static String text(Random random, int length) {
        StringBuilder text = new StringBuilder(length + 80);
        while (text.length() < length) {
            text.append(text.length() > 0 ? " " : "").append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }
}
