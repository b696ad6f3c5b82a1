package dev.sluice.system.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * S1: looks for the credentials that were given out, and for anything that looks like one.
 *
 * <p>A secret counts with or without its bot id before it, inside longer words too. By shape a token is found when it is one
 * that nobody here gave out. Findings name the place and the bot, never the secret. Not thread-safe.
 */
public final class SecretScan {
    private static final int SECRET_LENGTH = 35;
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_-]{" + SECRET_LENGTH + ",}");

    /** exactly so long: a bot id before a longer word is a quarantine key, bot id and hash */
    private static final Pattern SHAPE =
            Pattern.compile("(\\d{5,20})(?::|%(?:25)*3[Aa])[A-Za-z0-9_-]{" + SECRET_LENGTH + "}(?![A-Za-z0-9_-])");

    private final Set<String> secrets = new HashSet<>();
    private final IngestReport report = new IngestReport();
    private long scanned;

    /** Looks for these tokens, {@code <bot id>:<35 characters>} each. */
    public SecretScan(Collection<String> tokens) {
        for (String token : tokens) {
            String secret = token.substring(token.indexOf(':') + 1);
            if (secret.length() != SECRET_LENGTH) {
                throw new IllegalArgumentException("a token's secret has " + SECRET_LENGTH + " characters");
            }
            secrets.add(secret);
        }
    }

    /** Looks through a text, for example of a metrics page. */
    public SecretScan text(String place, String text) {
        scanned += text.length();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            if (holdsSecret(text, word.start(), word.end())) {
                report.add(Violation.LEAKED, "a token's secret in " + place + " at character " + word.start());
            }
        }
        Matcher shape = SHAPE.matcher(text);
        while (shape.find()) {
            report.add(Violation.LEAKED, "what looks like a token of bot " + shape.group(1) + " in " + place);
        }
        return this;
    }

    /** Looks through a file line by line; one that does not exist holds nothing. */
    public SecretScan file(Path file) {
        // logs may end in the middle of a character when their writer was killed
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(Files.newInputStream(file), decoder))) {
            String line = in.readLine();
            for (int n = 1; line != null; n++) {
                text(file.getFileName() + " line " + n, line);
                line = in.readLine();
            }
        } catch (NoSuchFileException e) {
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        return this;
    }

    /** Looks through all files under a directory whose names end so. */
    public SecretScan files(Path dir, String... endings) {
        try (Stream<Path> files = Files.walk(dir)) {
            files.filter(f -> Stream.of(endings).anyMatch(f.toString()::endsWith))
                    .forEach(this::file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look through " + dir, e);
        }
        return this;
    }

    /** Looks at what every user of the machine sees of a process: its arguments. One that has ended shows none. */
    public SecretScan arguments(long pid) {
        try {
            String line = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
            return text("the arguments of process " + pid, line.replace('\0', ' '));
        } catch (IOException e) {
            return this;
        }
    }

    /** Looks at keys, headers and values that a reader has read; the content of updates is exempt, it is byte-exact. */
    public SecretScan records(CommittedReader reader) {
        for (String topic : reader.topics()) {
            for (StoredRecord record : reader.records(topic)) {
                text("the key at " + record.where(), record.key());
                record.headers().forEach((name, value) -> text("a header at " + record.where(), name + " " + value));
                text("the value at " + record.where(), new String(record.value(), StandardCharsets.UTF_8));
            }
        }
        return this;
    }

    /** Characters looked at so far. A scan that saw nothing has shown nothing. */
    public long scanned() {
        return scanned;
    }

    public IngestReport report() {
        return report;
    }

    private boolean holdsSecret(String text, int start, int end) {
        for (int at = start; at + SECRET_LENGTH <= end; at++) {
            if (secrets.contains(text.substring(at, at + SECRET_LENGTH))) {
                return true;
            }
        }
        return false;
    }
}
