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

    @Test
    void aclScriptAndPageHoldWhatTheRolesNeed() throws IOException {
        Path script = Path.of("..", "deploy", "kafka", "acls.sh");
        assertHolds(script, "  cat <<'EOF'\n", "EOF\n}\n\nmain", AclTables.script());
        String begin = "<!-- made from the code: begin -->\n\n";
        assertHolds(DOCS.resolve("security.md"), begin, "<!-- made from the code: end -->", AclTables.page() + "\n");
    }

    /** @param begin what stands last before the generated part, and {@code end} what stands behind it */
    private static void assertHolds(Path file, String begin, String end, String wanted) throws IOException {
        String text = Files.readString(file);
        int from = text.lastIndexOf(begin) + begin.length();
        int to = text.indexOf(end, from);
        String fresh = text.substring(0, from) + wanted + text.substring(to);
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.writeString(file, fresh);
        }
        assertEquals(fresh, Files.readString(file), () -> file + " is stale; CONTRIBUTING.md has the command");
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
