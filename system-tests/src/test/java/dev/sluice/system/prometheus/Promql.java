package dev.sluice.system.prometheus;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which series an expression reads. A scanner and no parser: whether the expression is one at all is for {@code promtool} and
 * Prometheus to say. Selectors without a metric name are not known to it, and none of our expressions has one.
 */
final class Promql {
    private static final String STRING = "\"(?:[^\"\\\\]|\\\\.)*\"";

    /** In this order at each place: what may hold names that are no metrics comes first. */
    private static final Pattern TOKEN = Pattern.compile("(?<string>" + STRING + ")"
            + "|(?<range>\\[[^\\]]*\\])"
            + "|(?<matchers>\\{(?:[^}\"]|" + STRING + ")*\\})"
            + "|(?<labels>\\b(?:by|without|on|ignoring|group_left|group_right)\\s*\\([^)]*\\))"
            + "|(?<number>\\b\\d[\\w.]*)"
            + "|(?<name>[a-zA-Z_:][\\w:]*)");

    private static final Set<String> WORDS =
            Set.of("and", "or", "unless", "bool", "offset", "group_left", "group_right", "inf", "nan");

    private Promql() {}

    /**
     * A selector of an instant vector, without its range and offset.
     *
     * @param metric the name alone
     * @param text with the matchers, as the expression has it
     */
    record Selector(String metric, String text) {}

    /** The selectors in order, the same one as often as it stands there. */
    static List<Selector> selectors(String expression) {
        List<Selector> found = new ArrayList<>();
        Matcher token = TOKEN.matcher(expression);
        while (token.find()) {
            String name = token.group("name");
            if (name != null && !WORDS.contains(name) && !isFunction(expression, token.end())) {
                found.add(new Selector(name, name + matchers(expression, token.end())));
            }
        }
        return found;
    }

    /** A call, or an aggregation whose labels stand before what it aggregates. */
    private static boolean isFunction(String expression, int end) {
        String rest = expression.substring(end).stripLeading();
        return rest.startsWith("(") || rest.matches("(?s)(by|without)\\s*\\(.*");
    }

    private static String matchers(String expression, int end) {
        Matcher next = TOKEN.matcher(expression).region(end, expression.length());
        return next.lookingAt() && next.group("matchers") != null ? next.group("matchers") : "";
    }
}
