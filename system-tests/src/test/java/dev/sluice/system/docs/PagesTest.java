package dev.sluice.system.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the pages say about the repository itself. */
class PagesTest {
    private static final Path REPOSITORY = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#: ]*)(?:#([^)]*))?\\)");
    private static final String TEST_COMMAND = "mvn -B verify -Dspotless.goal=check";

    @Test
    void continuousIntegrationRunsTheCommandOfTheReadme() throws IOException {
        assertTrue(Files.readString(REPOSITORY.resolve("README.md")).contains("\n" + TEST_COMMAND + " "));
        assertTrue(Files.readString(REPOSITORY.resolve(".ci/run")).contains(" " + TEST_COMMAND + " "));
    }

    @Test
    void everyLinkLeadsSomewhere() {
        List<String> dead = new ArrayList<>();
        for (Page page : Page.all()) {
            LINK.matcher(page.prose()).results().forEach(link -> {
                Path target =
                        link.group(1).isEmpty() ? page.path() : page.path().resolveSibling(link.group(1));
                String anchor = link.group(2);
                if (!Files.exists(target)) {
                    dead.add(page + " -> " + target);
                } else if (anchor != null && !Page.read(target).anchors().contains(anchor)) {
                    dead.add(page + " -> " + target + "#" + anchor);
                }
            });
        }

        assertEquals(List.of(), dead);
    }
}
