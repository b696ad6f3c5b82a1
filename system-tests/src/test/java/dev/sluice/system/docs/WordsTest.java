package dev.sluice.system.docs;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.cli.AllSettings;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.SettingFamily;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Commands, options, settings and metrics that a page names are there. */
class WordsTest {
    private static final Pattern KEY = Pattern.compile("(?<![\\w.-])sluice(\\.[a-z][a-z-]*)+(\\.\\*?)?");
    private static final Pattern VARIABLE = Pattern.compile("(?<![\\w$])SLUICE_[A-Z_]*[A-Z](?![A-Z_]*\\*)");
    private static final Pattern METRIC = Pattern.compile(
            "(?<![\\w.])(sluice_(?:ingest|outbound|desk)_[a-z_]*[a-z]|kafka_consumergroup_[a-z_]*[a-z])(?![\\w*]|_)");

    /** Not settings: what the launchers read, and a word for any of them. */
    private static final Set<String> OTHER_VARIABLES =
            Set.of("SLUICE_CONFIG", "SLUICE_JAVA_OPTS", "SLUICE_HOME", "SLUICE_NAME");

    @Test
    void everyCommandAndOptionExists() {
        CommandWords commands = new CommandWords();
        List<String> wrong = new ArrayList<>();
        int seen = 0;
        for (Page page : Page.all()) {
            for (String line : page.code()) {
                for (CommandWords.Use use : commands.in(line)) {
                    seen++;
                    use.fault().ifPresent(fault -> wrong.add(page + ": " + line + ": " + fault));
                }
            }
        }

        assertEquals(List.of(), wrong);
        assertFalse(seen < 50, "so few commands: " + seen);
    }

    @Test
    void everySettingExists() {
        Set<String> keys = AllSettings.list().stream().map(Setting::key).collect(toSet());
        List<String> prefixes =
                AllSettings.FAMILIES.stream().map(SettingFamily::prefix).toList();

        List<String> unknown = found(KEY, key -> {
            String bare = key.replaceAll("\\.\\*?$", "");
            return keys.contains(bare)
                    || keys.stream().anyMatch(each -> each.startsWith(bare + "."))
                    || prefixes.stream().anyMatch(each -> bare.startsWith(each) || each.equals(bare + "."))
                    || bare.startsWith("sluice.kafka");
        });

        assertEquals(List.of(), unknown);
    }

    @Test
    void everyVariableExists() {
        Set<String> variables =
                AllSettings.list().stream().map(Setting::environmentName).collect(toSet());

        List<String> unknown = found(
                VARIABLE,
                variable -> variables.contains(variable)
                        || OTHER_VARIABLES.contains(variable)
                        || variable.startsWith("SLUICE_KAFKA_"));

        assertEquals(List.of(), unknown);
    }

    @Test
    void everyMetricExists() {
        String metrics = Page.read(Page.REPOSITORY.resolve("docs/metrics.md")).text();

        List<String> unknown = found(METRIC, metric -> {
            String bare = metric.replaceAll("_(bucket|count|sum|max)$", "");
            return metrics.contains("| `" + metric + "`") || metrics.contains("| `" + bare + "`");
        });

        assertEquals(List.of(), unknown);
    }

    private interface Known {
        boolean is(String word);
    }

    private static List<String> found(Pattern pattern, Known known) {
        List<String> unknown = new ArrayList<>();
        for (Page page : Page.all()) {
            pattern.matcher(page.text())
                    .results()
                    .filter(word -> word.start() < 2
                            || !page.text()
                                    .substring(word.start() - 2, word.start())
                                    .equals("-D"))
                    .filter(word -> !known.is(word.group()))
                    .forEach(word -> unknown.add(page + ": " + word.group()));
        }
        return unknown;
    }
}
