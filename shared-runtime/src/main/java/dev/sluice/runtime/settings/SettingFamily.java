package dev.sluice.runtime.settings;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Settings of one kind, whose keys end in words that the user chooses: {@code <prefix><rest>}. Their values are texts, judged
 * by whoever reads them ({@link Settings#family}).
 *
 * @param prefix ends in a dot
 * @param rest what may follow
 * @param inEnvironment whether a variable may set one, the rest in lower case; for what a variable's name cannot hold: false
 */
public record SettingFamily(String prefix, Pattern rest, boolean inEnvironment) {

    public SettingFamily {
        if (!prefix.startsWith("sluice.") || !prefix.endsWith(".")) {
            throw new IllegalArgumentException("not a prefix of keys: " + prefix);
        }
    }

    boolean has(String key) {
        return key.startsWith(prefix)
                && rest.matcher(key.substring(prefix.length())).matches();
    }

    /** The key that a variable sets, if it is one of these. */
    Optional<String> keyOf(String variable) {
        String start = EnvironmentNames.of(prefix);
        if (!inEnvironment || !variable.startsWith(start)) {
            return Optional.empty();
        }
        return Optional.of(prefix + variable.substring(start.length()).toLowerCase(Locale.ROOT))
                .filter(this::has);
    }
}
