package dev.sluice.system.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/requirements.md} has a row for every requirement, and in each the tests that carry its number as a tag, no
 * more and no fewer. {@code -Dsluice.docs.write=true} fills that column anew.
 */
class RequirementsPageTest {
    private static final int COUNT = 154;
    private static final Path REPOSITORY = Path.of("..");
    private static final Path PAGE = REPOSITORY.resolve("docs/requirements.md");
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"R(\\d+)\"\\)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| R(\\d+) \\| ([^|]+) \\| ([^|]+) \\| (.+) \\|$");

    @Test
    void everyRowHasTheTestsThatCarryItsNumber() throws IOException {
        Map<Integer, TreeSet<String>> tags = tagsOfAllTests();
        if (Boolean.getBoolean("sluice.docs.write")) {
            Files.writeString(PAGE, filled(Files.readString(PAGE), tags));
        }

        String page = Files.readString(PAGE);

        assertEquals(filled(page, tags), page, "docs/requirements.md is stale; CONTRIBUTING.md has the command");
    }

    @Test
    void everyRequirementHasOneRow() throws IOException {
        List<Integer> rows = ROW.matcher(Files.readString(PAGE))
                .results()
                .map(row -> Integer.parseInt(row.group(1)))
                .toList();

        assertEquals(IntStream.rangeClosed(1, COUNT).boxed().toList(), rows);
    }

    @Test
    void noTestCarriesANumberThatIsNone() throws IOException {
        List<Integer> unknown = tagsOfAllTests().keySet().stream()
                .filter(n -> n < 1 || n > COUNT)
                .toList();

        assertEquals(List.of(), unknown);
    }

    private static String filled(String page, Map<Integer, TreeSet<String>> tags) {
        return ROW.matcher(page).replaceAll(row -> {
            TreeSet<String> tests = tags.getOrDefault(Integer.parseInt(row.group(1)), new TreeSet<>());
            String shown = tests.isEmpty()
                    ? "-"
                    : tests.stream().map(test -> "`" + test + "`").collect(Collectors.joining(", "));
            return Matcher.quoteReplacement(
                    "| R" + row.group(1) + " | " + row.group(2) + " | " + shown + " | " + row.group(4) + " |");
        });
    }

    /** Test classes by the numbers in their tags, by the sources of all modules. */
    private static Map<Integer, TreeSet<String>> tagsOfAllTests() throws IOException {
        Map<Integer, TreeSet<String>> tags = new TreeMap<>();
        try (Stream<Path> modules = Files.list(REPOSITORY)) {
            for (Path sources : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                collect(sources, tags);
            }
        }
        return tags;
    }

    private static void collect(Path sources, Map<Integer, TreeSet<String>> tags) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String test = file.getFileName().toString().replace(".java", "");
                TAG.matcher(Files.readString(file))
                        .results()
                        .forEach(tag -> tags.computeIfAbsent(Integer.parseInt(tag.group(1)), n -> new TreeSet<>())
                                .add(test));
            }
        }
    }
}
