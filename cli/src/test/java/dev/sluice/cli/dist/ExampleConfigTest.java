package dev.sluice.cli.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.AllSettings;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExampleConfigTest {
    private static final Path EXAMPLE = Path.of("src/dist/config/sluice.properties");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void everyLineOfTheExampleIsASettingThatIsAccepted() throws IOException {
        // Given: the example with its comment signs taken away
        List<String> lines = Files.readAllLines(EXAMPLE).stream()
                .filter(line -> line.matches("# sluice\\.[^ ]+=.*"))
                .map(line -> line.substring(2))
                .toList();
        Path file = Files.write(dir.resolve("sluice.properties"), lines);

        Settings settings = Settings.load(Map.of(), List.of(file), AllSettings.list(), AllSettings.FAMILIES);

        assertTrue(lines.size() > 8, lines::toString);
        assertEquals(3, settings.get(CommonSettings.BOOTSTRAP_SERVERS).size());
    }

    @Test
    void theExampleSetsNothingAsItStands() throws IOException {
        assertEquals(
                List.of(),
                Files.readAllLines(EXAMPLE).stream()
                        .filter(line -> !line.isBlank() && !line.startsWith("#"))
                        .toList());
    }
}
