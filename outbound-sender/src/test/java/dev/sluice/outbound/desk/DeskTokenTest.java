package dev.sluice.outbound.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeskTokenTest {
    private static final String TOKEN = "made-up-token-of-a-desk";

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.7", "localhost", "::1"})
    void onLoopbackNoneIsNeeded(String bind) {
        assertTrue(DeskToken.of(settings(Map.of("SLUICE_DESK_BIND", bind))).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void boundElsewhereItIsRefusedWithoutOne(String bind) {
        StartFailure refused =
                assertThrows(StartFailure.class, () -> DeskToken.of(settings(Map.of("SLUICE_DESK_BIND", bind))));

        assertEquals(ExitCode.USAGE, refused.exitCode());
        assertTrue(
                refused.line()
                        .startsWith("sluice: sluice.desk.token-file: is not set while the desk is bound to " + bind),
                refused::line);
    }

    @Test
    void aTrailingLineBreakIsNoPartOfIt() throws IOException {
        Path file = Files.writeString(dir.resolve("token"), TOKEN + "\n");

        assertEquals(
                TOKEN, DeskToken.of(settings(token(file))).orElseThrow().get().reveal());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "short", "with space in its middle", "ümlauts-in-the-middle-of-it"})
    void whatIsNoneIsRefusedAndNotRepeated(String content) throws IOException {
        Path file = Files.writeString(dir.resolve("token"), content);

        StartFailure refused = assertThrows(StartFailure.class, () -> DeskToken.of(settings(token(file))));

        assertEquals(ExitCode.USAGE, refused.exitCode());
        assertTrue(refused.line().contains("holds no token; wants 16 to 512 visible ASCII characters"), refused::line);
        assertFalse(!content.isEmpty() && refused.line().contains(content), refused::line);
    }

    @Test
    void aFileThatIsNotThereIsRefused() {
        StartFailure refused =
                assertThrows(StartFailure.class, () -> DeskToken.of(settings(token(dir.resolve("none")))));

        assertEquals(ExitCode.USAGE, refused.exitCode());
    }

    private static Map<String, String> token(Path file) {
        return Map.of("SLUICE_DESK_BIND", "0.0.0.0", "SLUICE_DESK_TOKEN_FILE", file.toString());
    }

    private static Settings settings(Map<String, String> environment) {
        return Settings.load(new HashMap<>(environment), List.of(), DeskSettings.ALL);
    }
}
