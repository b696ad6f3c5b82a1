package dev.sluice.system.prometheus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of a file, read by the form that ours have: each begins with {@code - alert:} or {@code - record:}, a value stands
 * behind its key or, after {@code |}, on the lines below with more indent. That nothing is missed by it is seen where a real
 * Prometheus has loaded the same file.
 */
final class RuleFile {
    private static final Pattern START = Pattern.compile("(?m)^ {6}- (alert|record): (\\S+)$");

    private RuleFile() {}

    /** One rule: its name, whether it is an alert, and its lines. */
    record Rule(String name, boolean alert, String body) {

        String expression() {
            return value("expr").orElseThrow(() -> new IllegalStateException(name + " has no expr"));
        }

        /** The value of a key anywhere in the rule. */
        Optional<String> value(String key) {
            Matcher line = Pattern.compile("(?m)^( +)" + key + ": (?:\\|\\n((?:\\1 +.*\\n|\\n)+)|(.+)$)")
                    .matcher(body);
            return line.find()
                    ? Optional.of(unquoted((line.group(2) == null ? line.group(3) : line.group(2)).strip()))
                    : Optional.empty();
        }

        private static String unquoted(String text) {
            return text.matches("(?s)([\"']).*\\1") ? text.substring(1, text.length() - 1) : text;
        }
    }

    static List<Rule> read(Path file) throws IOException {
        String text = Files.readString(file);
        List<Rule> rules = new ArrayList<>();
        Matcher start = START.matcher(text);
        boolean more = start.find();
        while (more) {
            boolean alert = start.group(1).equals("alert");
            String name = start.group(2);
            int from = start.end() + 1;
            more = start.find();
            rules.add(new Rule(name, alert, text.substring(from, more ? start.start() : text.length())));
        }
        return rules;
    }
}
