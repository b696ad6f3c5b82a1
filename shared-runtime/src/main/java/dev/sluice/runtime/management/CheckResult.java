package dev.sluice.runtime.management;

/**
 * What a health check found.
 *
 * @param up whether it passed
 * @param detail a few words for a person; no secrets
 */
public record CheckResult(boolean up, String detail) {
    public static CheckResult up(String detail) {
        return new CheckResult(true, detail);
    }

    public static CheckResult down(String detail) {
        return new CheckResult(false, detail);
    }

    /** Up or down by {@code up}, with the same words. */
    public static CheckResult of(boolean up, String detail) {
        return new CheckResult(up, detail);
    }
}
