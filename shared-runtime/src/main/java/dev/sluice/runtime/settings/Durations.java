package dev.sluice.runtime.settings;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as settings write them: {@code <int>(ms|s|m|h|d)} or ISO 8601 (CONTRACT "Settings"). Pure. */
public final class Durations {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,18})(ms|s|m|h|d)");

    private static final Duration LONGEST = Duration.ofMillis(Long.MAX_VALUE);

    private Durations() {}

    /**
     * Reads a duration, which is zero or more.
     *
     * @throws IllegalArgumentException when the text is none, or negative, or longer than a long of milliseconds can count
     */
    public static Duration parse(String text) {
        Duration parsed = parseUnchecked(text);
        if (parsed.isNegative()) {
            throw new IllegalArgumentException("negative");
        }
        if (parsed.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("too long");
        }
        return parsed;
    }

    private static Duration parseUnchecked(String text) {
        Matcher m = SHORT.matcher(text);
        try {
            if (!m.matches()) {
                return Duration.parse(text);
            }
            long n = Long.parseLong(m.group(1));
            return switch (m.group(2)) {
                case "ms" -> Duration.ofMillis(n);
                case "s" -> Duration.ofSeconds(n);
                case "m" -> Duration.ofMinutes(n);
                case "h" -> Duration.ofHours(n);
                default -> Duration.ofDays(n);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("not a duration", e);
        }
    }

    /** The short form in the largest unit that divides it, like {@code 90s} or {@code 7d}; millisecond precision. */
    public static String format(Duration d) {
        long ms = d.toMillis();
        if (ms % 1000 != 0) {
            return ms + "ms";
        }
        long s = ms / 1000;
        if (s != 0 && s % 86_400 == 0) {
            return s / 86_400 + "d";
        }
        if (s != 0 && s % 3600 == 0) {
            return s / 3600 + "h";
        }
        return s != 0 && s % 60 == 0 ? s / 60 + "m" : s + "s";
    }
}
