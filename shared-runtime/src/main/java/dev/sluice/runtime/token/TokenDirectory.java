package dev.sluice.runtime.token;

import dev.sluice.runtime.secret.Secret;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory with one token file per bot, of any name (CONTRACT "Token directory"). Names that begin with a dot are not
 * looked at, so a mounted Kubernetes secret can be used as it is. Not thread-safe: one thread scans.
 *
 * <p>A file that was good and turns bad keeps its bot. To release a bot, remove its file.
 */
final class TokenDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(TokenDirectory.class);

    private final Path path;
    private final Clock clock;

    /** By name: which of two files for one bot counts must not depend on the file system. */
    private final Map<String, TokenFile> files = new TreeMap<>();

    private volatile int badFiles;

    TokenDirectory(Path path, Clock clock) {
        this.path = path;
        this.clock = clock;
    }

    /** Files of the last scan that are not used as they are. */
    int badFiles() {
        return badFiles;
    }

    /**
     * The token of each bot.
     *
     * @throws IOException when the directory itself cannot be read
     */
    Map<Long, Secret> scan() throws IOException {
        refresh(names());
        return tokens();
    }

    private Set<String> names() throws IOException {
        Set<String> names = new HashSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (!name.startsWith(".")) {
                    names.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    private void refresh(Set<String> names) {
        files.keySet().retainAll(names);
        for (String name : names) {
            TokenFile file = files.computeIfAbsent(name, n -> new TokenFile(path.resolve(n)));
            if (!file.refresh(clock.instant())) {
                files.remove(name);
            }
        }
    }

    /** Where two files name one bot, the file that had it keeps it, else the first by name has it. */
    private Map<Long, Secret> tokens() {
        Map<Long, Secret> tokens = new HashMap<>();
        Map<Long, String> ownerOf = new HashMap<>();
        files.forEach((name, file) -> {
            if (file.hadItsBot()) {
                claim(name, file, ownerOf, tokens);
            }
        });
        files.forEach((name, file) -> claim(name, file, ownerOf, tokens));
        int bad = 0;
        for (Map.Entry<String, TokenFile> entry : files.entrySet()) {
            bad += judge(entry.getKey(), entry.getValue(), ownerOf) ? 0 : 1;
        }
        badFiles = bad;
        return tokens;
    }

    private static void claim(String name, TokenFile file, Map<Long, String> ownerOf, Map<Long, Secret> tokens) {
        file.token().ifPresent(bot -> {
            if (ownerOf.putIfAbsent(bot.botId(), name) == null) {
                tokens.put(bot.botId(), bot.token());
            }
        });
    }

    /** Settles whether the file counts, and reports once what is wrong with it. */
    private boolean judge(String name, TokenFile file, Map<Long, String> ownerOf) {
        String problem = file.problem();
        long owned = 0;
        if (file.token().isPresent()) {
            long botId = file.token().get().botId();
            String owner = ownerOf.getOrDefault(botId, name);
            if (owner.equals(name)) {
                owned = botId;
            } else {
                problem = "is of bot " + botId + ", which has file " + owner;
            }
        }
        file.owns(owned);
        if (problem.isEmpty()) {
            file.allIsWell();
            return true;
        }
        if (file.firstReport(problem)) {
            String effect = owned == 0 ? "it is not used" : "bot " + owned + " keeps the token it had";
            LOG.warn("Token file {} {}; {}", path.resolve(name), problem, effect);
        }
        return false;
    }
}
