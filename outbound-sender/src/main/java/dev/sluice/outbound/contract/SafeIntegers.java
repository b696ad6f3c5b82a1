package dev.sluice.outbound.contract;

import java.math.BigDecimal;
import java.util.OptionalLong;
import tools.jackson.core.JsonParser;

/**
 * Integers in JSON as JavaScript's {@code Number.isSafeInteger} takes them, since the 429 guide's function is written for it
 * (R103): 2.0 and 1e1 are integers, 1.5 and "5" are not, and none is beyond 2^53 - 1. Stricter than JavaScript where that
 * would round first: a value counts as it is written, and one of more than {@value #MAX_CHARS} characters not at all.
 */
final class SafeIntegers {

    /** 2^53 - 1. */
    static final long MAX = 9_007_199_254_740_991L;

    /** The digits of {@link #MAX} twice over. A literal that is no longer costs nothing to convert. */
    private static final int MAX_CHARS = 32;

    private SafeIntegers() {}

    static boolean isSafe(long value) {
        return value >= -MAX && value <= MAX;
    }

    /** The value that the parser stands on; empty when it is no such integer. */
    static OptionalLong of(JsonParser parser) {
        if (!parser.currentToken().isNumeric() || parser.getStringLength() > MAX_CHARS) {
            return OptionalLong.empty();
        }
        return parse(parser.getString());
    }

    private static OptionalLong parse(String literal) {
        try {
            BigDecimal value = new BigDecimal(literal);
            if (value.signum() == 0) {
                return OptionalLong.of(0);
            }
            // looks at the exponent first: 1e999999999 is never written out
            long integer = value.longValueExact();
            return isSafe(integer) ? OptionalLong.of(integer) : OptionalLong.empty();
        } catch (ArithmeticException e) {
            // a fraction, or an exponent that no number has
            return OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
