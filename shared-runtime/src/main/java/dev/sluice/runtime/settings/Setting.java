package dev.sluice.runtime.settings;

import dev.sluice.runtime.secret.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The declaration of one setting: everything that loading, error lines and {@code docs/configuration.md} need to know.
 *
 * @param key the property name, {@code sluice.} and then lower-case words, dots and hyphens
 * @param wants what a value must be, as it follows {@code "wants"}: {@code a duration like 50s, at most 50s}
 * @param defaultValue the text that is taken when nothing is set; null when there is no default
 * @param doc what the setting is for, one or more sentences
 * @param secret whether a value must never be shown
 * @param parser how a value is read
 */
public record Setting<T>(
        String key, String wants, @Nullable String defaultValue, String doc, boolean secret, Parser<T> parser) {
    private static final Pattern KEY = Pattern.compile("sluice(\\.[a-z0-9]+(-[a-z0-9]+)*)+");

    public Setting {
        if (!KEY.matcher(key).matches()) {
            throw new IllegalArgumentException("not a key: " + key);
        }
        if (secret && defaultValue != null) {
            throw new IllegalArgumentException("a secret has no default: " + key);
        }
        if (defaultValue != null) {
            parser.parse(defaultValue);
        }
    }

    /** The name of its environment variable. */
    public String environmentName() {
        return EnvironmentNames.of(key);
    }

    /** The same setting with another default, for a service of its own. */
    public Setting<T> withDefault(String value) {
        return new Setting<>(key, wants, value, doc, secret, parser);
    }

    /** The same setting for fewer values. */
    public Setting<T> checked(Predicate<T> accepts) {
        return new Setting<>(key, wants, defaultValue, doc, secret, text -> {
            T value = parser.parse(text);
            if (!accepts.test(value)) {
                throw new IllegalArgumentException("not accepted");
            }
            return value;
        });
    }

    /** Any text that {@code pattern} matches as a whole. */
    public static Setting<String> text(
            String key, String wants, @Nullable String defaultValue, Pattern pattern, String doc) {
        return new Setting<>(key, wants, defaultValue, doc, false, text -> {
            if (!pattern.matcher(text).matches()) {
                throw new IllegalArgumentException("no match");
            }
            return text;
        });
    }

    /** A duration within bounds, both of them allowed. */
    public static Setting<Duration> duration(
            String key, @Nullable String defaultValue, Duration min, Duration max, String doc) {
        String wants =
                "a duration like 500ms, 50s or PT50S, from " + Durations.format(min) + " to " + Durations.format(max);
        return new Setting<>(key, wants, defaultValue, doc, false, text -> {
            Duration d = Durations.parse(text);
            if (d.compareTo(min) < 0 || d.compareTo(max) > 0) {
                throw new IllegalArgumentException("out of bounds");
            }
            return d;
        });
    }

    /** An integer within bounds, both of them allowed. */
    public static Setting<Integer> integer(String key, @Nullable String defaultValue, int min, int max, String doc) {
        return new Setting<>(key, "an integer from " + min + " to " + max, defaultValue, doc, false, text -> {
            int n = Integer.parseInt(text);
            if (n < min || n > max) {
                throw new IllegalArgumentException("out of bounds");
            }
            return n;
        });
    }

    /** A TCP port; 0 lets the system choose one, and the service logs which. */
    public static Setting<Integer> port(String key, @Nullable String defaultValue, String doc) {
        Setting<Integer> s = integer(key, defaultValue, 0, 65_535, doc);
        return new Setting<>(key, "a port from 0 to 65535", defaultValue, doc, false, s.parser());
    }

    /** {@code true} or {@code false}. */
    public static Setting<Boolean> bool(String key, @Nullable String defaultValue, String doc) {
        return new Setting<>(key, "true or false", defaultValue, doc, false, text -> switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither");
        });
    }

    /** One of an enum's constants, written without regard to case and with hyphens for underscores. */
    public static <E extends Enum<E>> Setting<E> choice(
            String key, Class<E> type, @Nullable String defaultValue, String doc) {
        List<E> constants = Arrays.asList(type.getEnumConstants());
        String wants = "one of "
                + String.join(", ", constants.stream().map(Setting::written).toList());
        return new Setting<>(
                key,
                wants,
                defaultValue,
                doc,
                false,
                text -> constants.stream()
                        .filter(c -> written(c).equalsIgnoreCase(text))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new));
    }

    /** A comma list, each item stripped; items that are blank are left out. */
    public static Setting<List<String>> list(String key, String wants, @Nullable String defaultValue, String doc) {
        return new Setting<>(key, wants, defaultValue, doc, false, Setting::items);
    }

    /** A path in the file system; nothing is checked about it. */
    public static Setting<Path> path(String key, @Nullable String defaultValue, String doc) {
        return new Setting<>(key, "a path", defaultValue, doc, false, Path::of);
    }

    /** A limit like {@code 30/1s}. */
    public static Setting<Limit> limit(String key, @Nullable String defaultValue, String doc) {
        return new Setting<>(key, "a limit like 30/1s", defaultValue, doc, false, Limit::parse);
    }

    /** A comma list of secrets, none of which is ever shown. */
    public static Setting<List<Secret>> secrets(String key, String wants, String doc) {
        return new Setting<>(
                key,
                wants,
                null,
                doc,
                true,
                text -> items(text).stream().map(Secret::of).toList());
    }

    private static List<String> items(String text) {
        return Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .toList();
    }

    private static String written(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
