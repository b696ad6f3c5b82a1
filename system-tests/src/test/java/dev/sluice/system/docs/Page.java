package dev.sluice.system.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of the repository, in Markdown. */
record Page(Path path, String text) {
    static final Path REPOSITORY = Path.of("..");

    private static final Set<String> PLACES = Set.of("docs", "deploy");
    private static final Pattern FENCE = Pattern.compile("(?ms)^ *```.*?^ *``` *$");
    private static final Pattern INLINE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.+?) *$");

    /** Those at the top and those under {@code docs} and {@code deploy}. */
    static List<Page> all() {
        List<Page> pages = new ArrayList<>();
        try (Stream<Path> root = Files.list(REPOSITORY)) {
            for (Path path : root.toList()) {
                if (PLACES.contains(path.getFileName().toString())) {
                    try (Stream<Path> files = Files.walk(path)) {
                        files.filter(Page::isPage).map(Page::read).forEach(pages::add);
                    }
                } else if (isPage(path)) {
                    pages.add(read(path));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return pages;
    }

    static Page read(Path path) {
        try {
            return new Page(path, Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every line of its code, in blocks and within lines, with a continued line as one. */
    List<String> code() {
        List<String> code = new ArrayList<>();
        FENCE.matcher(text)
                .results()
                .forEach(block -> block.group()
                        .replace("\\\n", " ")
                        .lines()
                        .map(String::strip)
                        .forEach(code::add));
        INLINE.matcher(prose()).results().map(span -> span.group(1)).forEach(code::add);
        return code;
    }

    /** The text without its code blocks. */
    String prose() {
        return FENCE.matcher(text).replaceAll("");
    }

    /** What links to its headings end in, as GitHub makes them. */
    Set<String> anchors() {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> seen = new HashMap<>();
        HEADING.matcher(prose()).results().forEach(heading -> {
            String slug = heading.group(1)
                    .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\p{L}\\p{N} _-]", "")
                    .replace(' ', '-');
            int before = seen.merge(slug, 1, Integer::sum) - 1;
            anchors.add(before == 0 ? slug : slug + "-" + before);
        });
        return anchors;
    }

    private static boolean isPage(Path path) {
        return path.getFileName().toString().endsWith(".md") && !path.toString().contains("node_modules");
    }

    @Override
    public String toString() {
        return REPOSITORY.relativize(path).toString();
    }
}
