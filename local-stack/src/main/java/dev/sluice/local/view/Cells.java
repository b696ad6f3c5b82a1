package dev.sluice.local.view;

import java.util.OptionalInt;
import java.util.OptionalLong;

/** Values as table cells: what is not known is empty. */
final class Cells {
    private Cells() {}

    static String of(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : "";
    }

    static String of(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "";
    }

    static String delay(OptionalLong ms) {
        return ms.isPresent() ? ms.getAsLong() + " ms" : "";
    }

    /** Text from outside without control characters, which could steer the terminal. */
    static String harmless(String text) {
        return text.replaceAll("\\p{Cc}|\\p{Cf}", "?");
    }
}
