package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The table in {@code docs/topics.md} is made from the catalogue; the rest of the page is written by hand. */
class TopicsPageTest {

    private static final Path PAGE = Path.of("..", "docs", "topics.md");
    private static final String BEGIN = "<!-- made from the catalogue: begin -->\n\n";
    private static final String END = "\n<!-- made from the catalogue: end -->\n";
    private static final String REGENERATE =
            "docs/topics.md is stale; regenerate it: mvn -q -Dquick -pl shared-model -am test -Dtest=TopicsPageTest"
                    + " -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.docs.write=true";

    @Test
    void showsTheCatalogueAsItIs() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf(BEGIN) + BEGIN.length();
        int end = page.indexOf(END);
        assertTrue(begin >= BEGIN.length() && end >= begin, "docs/topics.md has lost the marks around its table");

        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.writeString(PAGE, page.substring(0, begin) + TopicsTable.render() + page.substring(end));
        } else {
            assertEquals(TopicsTable.render(), page.substring(begin, end), REGENERATE);
        }
    }
}
