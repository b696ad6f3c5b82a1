package dev.sluice.runtime.token;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One file of the token directory and what was last found in it. Read again only when it may have changed. */
final class TokenFile {

    /** A token has some 46 characters; whatever is longer than this is another kind of file. */
    private static final int MAX_BYTES = 4 * 1024;

    /** A file written within the last moments may be written again without a new time stamp. */
    private static final Duration UNSETTLED = Duration.ofSeconds(10);

    private final Path path;
    private @Nullable Stamp seen;
    private @Nullable BotToken token;
    private String problem = "";

    /** The bot that was taken from this file at the last scan; 0 for none. */
    private long ownedBot;

    private int contentHash;
    private int reported;

    /** What tells two versions of a file apart without reading them; links are followed. */
    private record Stamp(
            long size, FileTime modified, @Nullable Object fileKey) {}

    TokenFile(Path path) {
        this.path = path;
    }

    /** Looks at the file; false when it is gone, or is no file but a directory. */
    boolean refresh(Instant now) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                return false;
            }
            Stamp stamp = new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
            boolean settled = stamp.modified().toInstant().plus(UNSETTLED).isBefore(now);
            if (!settled || !stamp.equals(seen)) {
                read();
            }
            seen = settled ? stamp : null;
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            problem = "cannot be read (" + e.getClass().getSimpleName() + ")";
            seen = null;
            return true;
        }
    }

    /** The token; the last good one when the file has turned bad, since it may be half written. */
    Optional<BotToken> token() {
        return Optional.ofNullable(token);
    }

    /** Why the content is no token; empty when it is one. */
    String problem() {
        return problem;
    }

    /** Whether this file had the bot it names already at the last scan. */
    boolean hadItsBot() {
        return token != null && token.botId() == ownedBot;
    }

    /** The bot that is taken from this file; 0 for none. */
    void owns(long botId) {
        ownedBot = botId;
    }

    /** Whether {@code what} is to be reported: once, until the file holds something else. */
    boolean firstReport(String what) {
        int report = Objects.hash(what, contentHash);
        boolean first = report != reported;
        reported = report;
        return first;
    }

    /** Nothing is wrong any more; the same fault is reported anew when it comes again. */
    void allIsWell() {
        reported = 0;
    }

    private void read() throws IOException {
        byte[] content;
        try (InputStream in = Files.newInputStream(path)) {
            content = in.readNBytes(MAX_BYTES + 1);
        }
        contentHash = Arrays.hashCode(content);
        String text = new String(content, StandardCharsets.UTF_8).stripTrailing();
        Optional<BotToken> parsed = content.length > MAX_BYTES ? Optional.empty() : BotToken.parse(text);
        if (parsed.isPresent()) {
            token = parsed.get();
            problem = "";
        } else {
            problem = text.isEmpty() ? "is empty, wants one bot token" : "holds no bot token, wants " + BotToken.SHAPE;
        }
    }
}
