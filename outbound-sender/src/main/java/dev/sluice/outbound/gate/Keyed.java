package dev.sluice.outbound.gate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Something that is found by a text, and keeps it in as few bytes as it can: there are millions. */
interface Keyed {

    boolean isNamed(Name name);

    /** That of its name. */
    int hash();

    /** What a thing is looked for by. */
    final class Name {

        /** So many digits always fit a long. */
        private static final int MAX_LENGTH = 18;

        final byte @Nullable [] text;
        final long number;

        private Name(byte @Nullable [] text, long number) {
            this.text = text;
            this.number = number;
        }

        /** A text, as UTF-8: half the memory of a string. */
        static Name text(String key) {
            return new Name(key.getBytes(StandardCharsets.UTF_8), 0);
        }

        /** The same, but for a decimal number as it is usually written, which is kept as that: a chat's id. */
        static Name of(String key) {
            return isNumber(key) ? new Name(null, Long.parseLong(key)) : text(key);
        }

        private static boolean isNumber(String key) {
            int first = key.startsWith("-") ? 1 : 0;
            if (key.length() <= first || key.length() > MAX_LENGTH || (key.charAt(first) == '0' && key.length() > 1)) {
                return false;
            }
            for (int i = first; i < key.length(); i++) {
                if (key.charAt(i) < '0' || key.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }

        int hash() {
            return hashOf(text, number);
        }

        static int hashOf(byte @Nullable [] text, long number) {
            int h = (text == null ? Long.hashCode(number) : Arrays.hashCode(text)) * 0x9E3779B9;
            return h ^ (h >>> 15);
        }

        static String textOf(byte @Nullable [] text, long number) {
            return text == null ? Long.toString(number) : new String(text, StandardCharsets.UTF_8);
        }

        boolean is(byte @Nullable [] otherText, long otherNumber) {
            return otherText == null || text == null
                    ? otherText == text && otherNumber == number
                    : Arrays.equals(otherText, text);
        }
    }
}
