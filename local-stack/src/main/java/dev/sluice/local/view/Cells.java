package dev.sluice.local.view;

import java.util.Locale;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Values as table cells: what is not known is empty. */
final class Cells {
    private static final long SHORT_MS = 10_000;

    private Cells() {}

    static String of(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : "";
    }

    static String of(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "";
    }

    static String delay(OptionalLong ms) {
        if (ms.isEmpty()) {
            return "";
        }
        return ms.getAsLong() < SHORT_MS
                ? ms.getAsLong() + " ms"
                : String.format(Locale.ROOT, "%.1f s", ms.getAsLong() / 1000.0);
    }

    /** Text from outside without control characters, which could steer the terminal. */
    static String harmless(String text) {
        return text.replaceAll("\\p{Cc}|\\p{Cf}", "?");
    }
}
