package dev.sluice.model;

/** Decimal integers in their one canonical form: digits, no sign, no leading zero. */
final class Decimal {

    /** The answer for text that is no such number. */
    static final long INVALID = -1;

    /** A long has at most 19 digits; 18 always fit. */
    private static final int SAFE_DIGITS = 18;

    private Decimal() {}

    /** The number that {@code text[from, to)} writes, or {@link #INVALID}. */
    static long parse(CharSequence text, int from, int to) {
        int digits = to - from;
        if (digits < 1 || digits > SAFE_DIGITS + 1 || (digits > 1 && text.charAt(from) == '0')) {
            return INVALID;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return INVALID;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
