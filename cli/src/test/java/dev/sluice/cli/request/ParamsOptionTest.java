package dev.sluice.cli.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.model.Params;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ParamsOptionTest {
    private static final String JSON = "{ \"chat_id\": 42, \"text\": \"caf\u00e9\" }";

    @TempDir
    private Path dir;

    @Test
    void parametersComeFromTheArgumentAFileOrStdin() throws Exception {
        Path file = Files.writeString(dir.resolve("params.json"), JSON);

        assertEquals(Params.of(JSON), read(JSON, ""));
        assertEquals(Params.of(JSON), read("@" + file, ""));
        assertEquals(Params.of(JSON), read("-", JSON));
    }

    @Test
    void whatIsNoObjectIsRefusedWithWhatIsWrong() {
        assertRefused("sluice: --params: not a JSON object", "[42]");
        assertRefused("sluice: --params: not JSON, near byte 14", "{\"chat_id\":42,}");
        assertRefused("sluice: --params: chat_id: stands twice", "{\"chat_id\":42,\"chat_id\":43}");
        assertRefused("sluice: --params: chat_id: neither integer nor text", "{\"chat_id\":[42]}");
        assertRefused("sluice: --params: not exactly one JSON value", "{} {}");
        assertRefused(
                "sluice: --params: more than the 524288 bytes that a request may have",
                "{\"text\":\"" + "x".repeat(600_000) + "\"}");
    }

    @Test
    void aFileThatIsNotThereOrNotUtf8IsRefused() throws Exception {
        Path latin1 = Files.write(dir.resolve("latin1.json"), JSON.getBytes(StandardCharsets.ISO_8859_1));

        assertRefused("sluice: --params: not UTF-8", "@" + latin1);
        assertRefused("sluice: --params: cannot read 'nowhere.json'; wants a file with a JSON object", "@nowhere.json");
    }

    private static void assertRefused(String line, String option) {
        assertEquals(
                line, assertThrows(StartFailure.class, () -> read(option, "")).line());
    }

    private static Params read(String option, String stdin) {
        InputStream in = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
        ParamsOption params = new ParamsOption();
        new CommandLine(params).setExpandAtFiles(false).parseArgs("--params", option);
        return params.read(in);
    }
}
