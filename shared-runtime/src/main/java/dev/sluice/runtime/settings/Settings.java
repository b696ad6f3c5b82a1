package dev.sluice.runtime.settings;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.SmallRyeConfig;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of this process: environment over files over defaults (CONTRACT "Settings"). Immutable; a mistake anywhere
 * in them is found when they are loaded and ends the start with one line that names the key as it was written.
 */
public final class Settings {
    static final String KAFKA_PREFIX = "sluice.kafka.";

    private static final int SHOWN = 80; // characters of a refused value

    private final SmallRyeConfig config;
    private final Set<String> known;

    private Settings(SmallRyeConfig config, Set<String> known) {
        this.config = config;
        this.known = known;
    }

    /**
     * Reads all settings.
     *
     * @param environment the process's variables; those that do not begin with {@code SLUICE_} are ignored
     * @param files what {@code --config} names, a later one over an earlier one; when empty, the comma list in
     *     {@code SLUICE_CONFIG}
     * @param known every setting that may be set, also those that this command does not use
     * @throws StartFailure (USAGE) at an unreadable file, an unknown or protected key, a value that is not acceptable
     */
    public static Settings load(Map<String, String> environment, List<Path> files, Collection<Setting<?>> known) {
        return load(environment, files, known, List.of());
    }

    /**
     * The same with settings whose keys have a part that the user chooses.
     *
     * @param families every one of them that may be set
     */
    public static Settings load(
            Map<String, String> environment,
            List<Path> files,
            Collection<Setting<?>> known,
            Collection<SettingFamily> families) {
        SmallRyeConfig config =
                new SettingSources(known, families).read(environment, files.isEmpty() ? filesOf(environment) : files);
        Set<String> keys = new HashSet<>();
        known.forEach(s -> keys.add(s.key()));
        Settings settings = new Settings(config, keys);
        settings.registerKafkaSecrets();
        known.forEach(settings::find);
        return settings;
    }

    /**
     * The value of a setting, or its default.
     *
     * @throws StartFailure (USAGE) when it has neither
     */
    public <T> T get(Setting<T> setting) {
        return find(setting)
                .orElseThrow(() -> new StartFailure(
                        ExitCode.USAGE,
                        setting.key(),
                        "is not set; wants " + setting.wants() + " (in the environment: " + setting.environmentName()
                                + ")"));
    }

    /** The value of a setting, or its default, or nothing. */
    public <T> Optional<T> find(Setting<T> setting) {
        if (!known.contains(setting.key())) {
            throw new IllegalArgumentException("not among the known settings: " + setting.key());
        }
        String set = raw(setting.key());
        String text = set == null ? setting.defaultValue() : set.strip();
        return text == null ? Optional.empty() : Optional.of(parse(setting, text));
    }

    /** What is set of a family: the end of each key, and its text. */
    public Map<String, String> family(SettingFamily family) {
        Map<String, String> set = new TreeMap<>();
        for (String key : config.getPropertyNames()) {
            String value = raw(key);
            if (family.has(key) && value != null) {
                set.put(key.substring(family.prefix().length()), value.strip());
            }
        }
        return set;
    }

    /** A failure to throw when a setting of a family is wrong. */
    public StartFailure refuse(SettingFamily family, String rest, String problem) {
        return refuse(family.prefix() + rest, problem);
    }

    /**
     * The {@code sluice.kafka.*} properties for one kind of client: those for all clients, and over them those for this kind.
     * None of the protected ones is among them.
     */
    public Map<String, Object> kafka(ClientKind kind) {
        Map<String, Object> forAll = new TreeMap<>();
        Map<String, Object> forKind = new TreeMap<>();
        kafkaProperties().forEach((key, value) -> {
            if (key.startsWith(kind.prefix())) {
                forKind.put(key.substring(kind.prefix().length()), value);
            } else if (!KafkaKeys.isForOneKind(key)) {
                forAll.put(key, value);
            }
        });
        forAll.putAll(forKind);
        return forAll;
    }

    /**
     * A failure to throw when a setting is wrong only beside others: names the key as the user wrote it.
     *
     * @param problem what is wrong and what it wants
     */
    public StartFailure refuse(Setting<?> setting, String problem) {
        return refuse(setting.key(), problem);
    }

    /** The same for a Kafka property of one kind of client, named as it was set: for this kind, else for all. */
    public StartFailure refuseKafka(ClientKind kind, String property, String problem) {
        String forKind = KAFKA_PREFIX + kind.prefix() + property;
        return refuse(raw(forKind) != null ? forKind : KAFKA_PREFIX + property, problem);
    }

    private StartFailure refuse(String key, String problem) {
        return new StartFailure(ExitCode.USAGE, asWritten(key), problem);
    }

    private <T> T parse(Setting<T> setting, String text) {
        try {
            return setting.parser().parse(text);
        } catch (StartFailure e) {
            throw e;
        } catch (Parser.BadValue e) {
            throw refuse(setting, e.getMessage() + "; wants " + setting.wants());
        } catch (RuntimeException e) {
            String shown = setting.secret() ? "the value" : "'" + abbreviate(text) + "'";
            throw refuse(setting, shown + " is not accepted; wants " + setting.wants());
        }
    }

    private void registerKafkaSecrets() {
        kafkaProperties().forEach((key, value) -> {
            if (KafkaKeys.isSecret(key)) {
                KafkaKeys.secretsIn(key, value).forEach(Secret::of);
            }
        });
    }

    private Map<String, String> kafkaProperties() {
        Map<String, String> all = new TreeMap<>();
        for (String key : config.getPropertyNames()) {
            String value = raw(key);
            if (key.startsWith(KAFKA_PREFIX) && value != null) {
                all.put(key.substring(KAFKA_PREFIX.length()), value);
            }
        }
        return all;
    }

    private @Nullable String raw(String key) {
        return config.getConfigValue(key).getValue();
    }

    private String asWritten(String key) {
        ConfigValue value = config.getConfigValue(key);
        boolean fromEnvironment = value.getConfigSourceOrdinal() == SettingSources.ENVIRONMENT_ORDINAL;
        return fromEnvironment ? EnvironmentNames.of(key) : key;
    }

    private static List<Path> filesOf(Map<String, String> environment) {
        String config = environment.getOrDefault(EnvironmentNames.CONFIG, "");
        return Arrays.stream(config.split(",", -1))
                .map(String::strip)
                .filter(s -> !s.isEmpty())
                .map(Path::of)
                .toList();
    }

    private static String abbreviate(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
