package dev.sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.runtime.settings.ConfigurationDoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Pages that are made from the code. {@code -Dsluice.docs.write=true} writes them anew; without it a stale one fails. */
class GeneratedDocsTest {
    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void configurationPageIsWhatTheSettingsDeclare() throws IOException {
        assertUpToDate("configuration.md", ConfigurationDoc.render(AllSettings.GROUPS));
    }

    @Test
    void metricsPageIsWhatTheServicesRegister() throws IOException {
        assertUpToDate("metrics.md", MetricsDoc.render());
    }

    private static void assertUpToDate(String name, String wanted) throws IOException {
        Path page = DOCS.resolve(name);
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.writeString(page, wanted);
        }
        String stands = Files.exists(page) ? Files.readString(page) : "";
        assertEquals(wanted, stands, () -> "docs/" + name + " is stale; CONTRIBUTING.md has the command");
    }
}
