package dev.sluice.local.botapi.core;

import org.jspecify.annotations.Nullable;

/** Integers as the server reads them (TELEGRAM.md 1.1): never an error, out of range wraps or is clamped. */
public final class LenientIntegers {

    private LenientIntegers() {}

    /** An optional minus, then digits until the first other character; wraps modulo 2^32; no digits: 0. */
    public static int parse(String text) {
        int at = 0;
        boolean negative = text.startsWith("-");
        if (negative) {
            at = 1;
        }
        int value = 0;
        for (; at < text.length() && isDigit(text.charAt(at)); at++) {
            value = value * 10 + (text.charAt(at) - '0');
        }
        return negative ? -value : value;
    }

    /** The argument, or {@code otherwise} when it is absent or empty, then clamped. */
    public static int argument(@Nullable String text, int otherwise, int min, int max) {
        int value = text == null || text.isEmpty() ? otherwise : parse(text);
        return Math.max(min, Math.min(max, value));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
