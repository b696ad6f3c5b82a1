package dev.sluice.system.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages say about the repository itself. */
class PagesTest {
    private static final Path REPOSITORY = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    private static final String TEST_COMMAND = "mvn -B verify -Dspotless.goal=check";

    @Test
    void continuousIntegrationRunsTheCommandOfTheReadme() throws IOException {
        assertTrue(Files.readString(REPOSITORY.resolve("README.md")).contains("\n" + TEST_COMMAND + " "));
        assertTrue(Files.readString(REPOSITORY.resolve(".ci/run")).contains(" " + TEST_COMMAND + " "));
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            LINK.matcher(Files.readString(page))
                    .results()
                    .map(link -> page.resolveSibling(link.group(1)))
                    .filter(target -> !Files.exists(target))
                    .forEach(target -> dead.add(page + " -> " + target));
        }

        assertEquals(List.of(), dead);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> root = Files.list(REPOSITORY);
                Stream<Path> docs = Files.walk(REPOSITORY.resolve("docs"))) {
            return Stream.concat(root, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList();
        }
    }
}
