package dev.sluice.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.runtime.settings.ConfigurationDoc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Pages that are made from the code. {@code -Dsluice.docs=write} writes them anew; without it a stale one fails. */
class GeneratedDocsTest {
    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void configurationPageIsWhatTheSettingsDeclare() throws IOException {
        assertUpToDate("configuration.md", ConfigurationDoc.render(AllSettings.GROUPS));
    }

    private static void assertUpToDate(String name, String wanted) throws IOException {
        Path page = DOCS.resolve(name);
        if ("write".equals(System.getProperty("sluice.docs"))) {
            Files.writeString(page, wanted);
        }
        String stands = Files.exists(page) ? Files.readString(page) : "";
        assertEquals(wanted, stands, () -> "docs/" + name + " is stale; CONTRIBUTING.md has the command");
    }
}
