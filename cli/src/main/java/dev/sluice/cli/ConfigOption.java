package dev.sluice.cli;

import dev.sluice.runtime.logging.Logging;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --config FILE}, and the settings that it leads to. */
public final class ConfigOption {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A .properties file with settings; may be repeated, a later one goes over an earlier one. "
                    + "The environment goes over all of them.")
    private List<Path> files = List.of();

    /** The settings for a command that answers and ends: it logs warnings only, unless a level is set. */
    public Settings forOneAnswer(Console console) {
        Settings settings = Settings.load(console.environment(), files, AllSettings.list(), AllSettings.FAMILIES);
        Logging.configure(
                settings.get(CommonSettings.LOG_LEVEL.withDefault("WARN")), settings.get(CommonSettings.LOG_FORMAT));
        return settings;
    }

    /** The settings for a service. */
    Settings forService(Console console) {
        Settings settings = Settings.load(console.environment(), files, AllSettings.list(), AllSettings.FAMILIES);
        Logging.configure(settings.get(CommonSettings.LOG_LEVEL), settings.get(CommonSettings.LOG_FORMAT));
        return settings;
    }
}
