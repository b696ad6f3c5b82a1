package dev.sluice.local.botapi.core;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The arguments of one call: the first occurrence of a key wins, and the URL comes before the body (TELEGRAM.md 5). */
public final class Arguments {

    private final List<String> keysAndValues = new ArrayList<>(8);

    public void add(String key, String value) {
        keysAndValues.add(key);
        keysAndValues.add(value);
    }

    /** The first value of that key, or null. Keys are compared exactly. */
    public @Nullable String get(String key) {
        for (int at = 0; at < keysAndValues.size(); at += 2) {
            if (keysAndValues.get(at).equals(key)) {
                return keysAndValues.get(at + 1);
            }
        }
        return null;
    }

    /** The first value of that key, or empty text. */
    public String text(String key) {
        String value = get(key);
        return value == null ? "" : value;
    }

    /** True for {@code true}, {@code yes} and {@code 1}, in any letter case (Client.cpp to_bool). */
    boolean flag(String key) {
        String value = text(key).trim();
        return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("yes") || value.equals("1");
    }
}
