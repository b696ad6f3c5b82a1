package dev.sluice.system.prometheus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.system.prometheus.RuleFile.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each alert says what it means, leads to its entry in the runbook, and has unit tests. */
class AlertsTest {
    private static final String URL = "docs/runbook.md#";
    private static final Pattern HEADING = Pattern.compile("(?m)^### (Sluice\\w+)$");

    /** What an entry of the runbook has to say. */
    private static final List<String> PARTS = List.of("**Means.**", "**Look at.**", "**Do.**", "**Never.**");

    private static final Pattern EXPECTATION =
            Pattern.compile("eval_time: \\S+\\n +alertname: (\\w+)\\n +exp_alerts:( \\[\\])?");

    @Test
    void eachSaysWhatItMeansAndLeadsToItsEntry() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Rule alert : Deployed.alerts()) {
            for (String key : List.of("severity", "summary", "description")) {
                if (alert.value(key).isEmpty()) {
                    wrong.add(alert.name() + " has no " + key);
                }
            }
            String url = alert.value("runbook_url").orElse("none");
            if (!url.equals(URL + alert.name().toLowerCase(Locale.ROOT))) {
                wrong.add(alert.name() + " leads to " + url);
            }
        }

        assertEquals(List.of(), wrong);
    }

    @Test
    void theRunbookHasAnEntryForEachAndForNoOther() throws IOException {
        TreeSet<String> entries = new TreeSet<>();
        HEADING.matcher(Files.readString(Deployed.RUNBOOK)).results().forEach(h -> entries.add(h.group(1)));

        assertEquals(names(), entries);
    }

    @Test
    void everyEntryHasAllItsParts() throws IOException {
        List<String> missing = new ArrayList<>();
        for (String entry : Files.readString(Deployed.RUNBOOK).split("(?m)^#{2,3} ", -1)) {
            if (entry.startsWith("Sluice")) {
                PARTS.stream()
                        .filter(part -> !entry.contains("\n" + part + " "))
                        .forEach(part -> missing.add(entry.lines().findFirst().orElse("") + ": " + part));
            }
        }

        assertEquals(List.of(), missing);
    }

    /** In one story each: nothing, then it fires, then nothing again. What must not set it off stands beside in that story. */
    @Test
    void aUnitTestSeesEachFireAndResolve() throws IOException {
        TreeSet<String> seen = new TreeSet<>();
        for (Path file : Deployed.unitTests()) {
            for (String story : Files.readString(file).split("(?m)^ {2}- ", -1)) {
                List<MatchResult> expectations =
                        EXPECTATION.matcher(story).results().toList();
                for (String name : names()) {
                    String course = String.join(
                            "",
                            expectations.stream()
                                    .filter(each -> each.group(1).equals(name))
                                    .map(each -> each.group(2) == null ? "F" : "-")
                                    .toList());
                    if (course.matches("-+F+-+")) {
                        seen.add(name);
                    }
                }
            }
        }

        assertEquals(names(), seen);
    }

    @Test
    void noNameIsTakenTwice() throws IOException {
        List<String> all = Deployed.rules().stream().map(Rule::name).toList();

        assertEquals(List.copyOf(new TreeSet<>(all)), all.stream().sorted().toList());
    }

    private static Set<String> names() throws IOException {
        return new TreeSet<>(Deployed.alerts().stream().map(Rule::name).toList());
    }
}
