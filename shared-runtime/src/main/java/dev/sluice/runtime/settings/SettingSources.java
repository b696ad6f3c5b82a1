package dev.sluice.runtime.settings;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Reads the places where settings stand into one SmallRye configuration, and refuses what is no setting. Values that are
 * blank count as not set. Nothing is expanded or converted: a password may hold {@code ${}}.
 */
final class SettingSources {
    /** Of the environment: above any number of files, which count up from 1. Tells how the user wrote a key. */
    static final int ENVIRONMENT_ORDINAL = 1000;

    static {
        // SmallRye logs through JBoss Logging, which would take a Log4j API on the class path (a broker's) for a back
        // end
        System.setProperty("org.jboss.logging.provider", "slf4j");
    }

    private final Map<String, String> keyOfVariable = new HashMap<>();
    private final TreeSet<String> keys = new TreeSet<>();
    private final List<SettingFamily> families;

    SettingSources(Iterable<Setting<?>> known, Collection<SettingFamily> families) {
        this.families = List.copyOf(families);
        for (Setting<?> s : known) {
            keys.add(s.key());
            keyOfVariable.put(s.environmentName(), s.key());
        }
    }

    SmallRyeConfig read(Map<String, String> environment, List<Path> files) {
        SmallRyeConfigBuilder builder = new SmallRyeConfigBuilder()
                .withSources(
                        new PropertiesConfigSource(ofEnvironment(environment), "environment", ENVIRONMENT_ORDINAL));
        for (int i = 0; i < files.size(); i++) {
            Path file = files.get(i);
            builder.withSources(new PropertiesConfigSource(ofFile(file), file.toString(), i + 1)); // a later one wins
        }
        return builder.build();
    }

    private Map<String, String> ofEnvironment(Map<String, String> environment) {
        Map<String, String> values = new HashMap<>();
        new TreeMap<>(environment).forEach((variable, value) -> {
            if (variable.startsWith(EnvironmentNames.PREFIX) && !EnvironmentNames.isServiceAddress(variable, value)) {
                keyOfVariable(variable).filter(key -> !value.isBlank()).ifPresent(key -> values.put(key, value));
            }
        });
        return values;
    }

    /** The key that a {@code SLUICE_*} variable sets; empty when it sets none and may stand there. */
    private Optional<String> keyOfVariable(String variable) {
        if (keyOfVariable.containsKey(variable)) {
            return Optional.of(keyOfVariable.get(variable));
        }
        for (SettingFamily family : families) {
            Optional<String> key = family.keyOf(variable);
            if (key.isPresent()) {
                return key;
            }
        }
        if (EnvironmentNames.isForeign(variable)) {
            return Optional.empty();
        }
        if (variable.startsWith(EnvironmentNames.KAFKA_PREFIX)) {
            String key = EnvironmentNames.kafkaKey(variable);
            refuseProtected(key, variable);
            return Optional.of(key);
        }
        throw unknown(variable, "", Suggestion.nearest(variable, keyOfVariable.keySet()));
    }

    private Map<String, String> ofFile(Path file) {
        Map<String, String> values = new HashMap<>();
        load(file).forEach((key, value) -> {
            if (key.startsWith(Settings.KAFKA_PREFIX)) {
                refuseProtected(key, key);
            } else if (!keys.contains(key) && families.stream().noneMatch(family -> family.has(key))) {
                throw unknown(key, " in " + file, suggestion(key));
            }
            if (!value.isBlank()) {
                values.put(key, value);
            }
        });
        return values;
    }

    private static Map<String, String> load(Path file) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException | IllegalArgumentException e) {
            throw new StartFailure(
                    ExitCode.USAGE, file.toString(), "cannot be read; wants a .properties file in UTF-8", e);
        }
        Map<String, String> sorted = new TreeMap<>();
        properties.stringPropertyNames().forEach(key -> sorted.put(key, properties.getProperty(key)));
        return sorted;
    }

    private Optional<String> suggestion(String key) {
        if (key.indexOf('"') >= 0 && key.indexOf('"') == key.lastIndexOf('"')) {
            return Optional.of(key + "\\:...\", as .properties files write a colon in a key");
        }
        if (keyOfVariable.containsKey(key)) { // the environment's form in a file
            return Optional.of(keyOfVariable.get(key));
        }
        return keys.contains("sluice." + key) ? Optional.of("sluice." + key) : Suggestion.nearest(key, keys);
    }

    private static void refuseProtected(String key, String asWritten) {
        if (KafkaKeys.isProtected(key.substring(Settings.KAFKA_PREFIX.length()))) {
            throw new StartFailure(
                    ExitCode.USAGE, asWritten, "is fixed by Sluice, whose guarantees rest on it; wants to be removed");
        }
    }

    private static StartFailure unknown(String name, String where, Optional<String> suggestion) {
        String hint = suggestion.map(s -> "did you mean " + s + "?").orElse("wants a setting of docs/configuration.md");
        return new StartFailure(ExitCode.USAGE, name, "unknown setting" + where + "; " + hint);
    }
}
