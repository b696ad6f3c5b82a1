package dev.sluice.outbound;

import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the gate keeps its state on this host. */
final class StateDir {
    private StateDir() {}

    static Path of(Settings settings) {
        return settings.get(CommonSettings.STATE_DIR).resolve("outbound");
    }

    /**
     * Makes it, and tries whether it can be written: Kafka Streams would say so only from within, after Kafka has answered.
     *
     * @throws StartFailure (USAGE) when it cannot
     */
    static void require(Settings settings) {
        Path dir = of(settings);
        try {
            Files.createDirectories(dir);
            Files.delete(Files.createTempFile(dir, "try", ""));
        } catch (IOException e) {
            throw settings.refuse(
                    CommonSettings.STATE_DIR,
                    "'" + settings.get(CommonSettings.STATE_DIR) + "' cannot be written (" + e
                            + "); wants a directory of its own on a persistent volume");
        }
    }

    /** When Kafka Streams does not take it: another process has it locked. */
    static StartFailure refused(Settings settings, Exception why) {
        return settings.refuse(
                CommonSettings.STATE_DIR,
                "'" + settings.get(CommonSettings.STATE_DIR)
                        + "' is not usable, perhaps because another sender has it (" + why.getMessage()
                        + "); wants a directory of its own for each instance");
    }
}
