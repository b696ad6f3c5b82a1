package dev.sluice.runtime.settings;

import java.time.Duration;

/** So many in any window of that length, written {@code <int>/<duration>} like {@code 30/1s} (CONTRACT "Settings"). */
public record Limit(int count, Duration window) {
    public Limit {
        if (count < 1 || window.isZero() || window.isNegative()) {
            throw new IllegalArgumentException("a limit has a count and a window above zero");
        }
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException when the text is no limit
     */
    public static Limit parse(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new IllegalArgumentException("no slash");
        }
        return new Limit(Integer.parseInt(text.substring(0, slash)), Durations.parse(text.substring(slash + 1)));
    }

    @Override
    public String toString() {
        return count + "/" + Durations.format(window);
    }
}
