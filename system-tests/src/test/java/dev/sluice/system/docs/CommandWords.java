package dev.sluice.system.docs;

import dev.sluice.cli.Console;
import dev.sluice.cli.Sluice;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds uses of the {@code sluice} command in a line of code, and holds them against what it says of itself with {@code -h}. */
final class CommandWords {
    private static final Pattern USE = Pattern.compile("(?<![\\w/.:-])(?:\\./|\\S*/bin/)?sluice +([^\n;&>#)'\"]*)");
    private static final Pattern WORD = Pattern.compile("[a-z][a-z-]*(\\|[a-z-]+)*");
    private static final Pattern OPTION = Pattern.compile("--[a-z][a-z-]*");

    private final Map<String, Optional<String>> helps = new HashMap<>();

    /**
     * One use.
     *
     * @param fault what is wrong with it
     */
    record Use(Optional<String> fault) {}

    List<Use> in(String line) {
        List<Use> uses = new ArrayList<>();
        USE.matcher(line).results().forEach(use -> {
            String[] words = use.group(1).strip().split("\\s+", -1);
            // 'sluice PLACEHOLDER' and 'sluice: message' name no command
            if (WORD.matcher(words[0]).matches()) {
                uses.add(new Use(fault(use.group(1), words)));
            }
        });
        return uses;
    }

    /** Follows the words down the tree as far as they are commands, each alternative of {@code a|b} on its own. */
    private Optional<String> fault(String text, String[] words) {
        List<String> paths = List.of("");
        for (String word : words) {
            if (!WORD.matcher(word).matches()) {
                break;
            }
            List<String> deeper = new ArrayList<>();
            for (String path : paths) {
                if (!path.isEmpty() && !isGroup(path)) {
                    continue;
                }
                for (String alternative : word.split("\\|", -1)) {
                    deeper.add((path + " " + alternative).strip());
                }
            }
            if (deeper.isEmpty()) {
                break;
            }
            paths = deeper;
        }
        for (String path : paths) {
            Optional<String> help = help(path);
            if (help.isEmpty()) {
                return Optional.of("no command '" + path + "'");
            }
            String own = text.replaceAll("\\|.*", "");
            Optional<String> unknown = OPTION.matcher(own)
                    .results()
                    .map(option -> option.group())
                    .filter(option -> !help.get().matches("(?s).*" + option + "(?![a-z-]).*"))
                    .findFirst();
            if (unknown.isPresent()) {
                return Optional.of("'" + path + "' has no " + unknown.get());
            }
        }
        return Optional.empty();
    }

    private boolean isGroup(String path) {
        return help(path).filter(help -> help.contains(" COMMAND")).isPresent();
    }

    private Optional<String> help(String path) {
        return helps.computeIfAbsent(path, CommandWords::ask);
    }

    private static Optional<String> ask(String path) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        Console console = new Console(Map.of(), stream, new PrintStream(new ByteArrayOutputStream()));
        int exit = Sluice.run(console, (path + " -h").strip().split(" ", -1));
        String help = out.toString(StandardCharsets.UTF_8);
        // an argument that is no command would end up here too: the usage says which command answered
        return exit == 0 && help.startsWith("Usage: sluice " + path + " ") ? Optional.of(help) : Optional.empty();
    }
}
