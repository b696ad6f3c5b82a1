package dev.sluice.outbound.desk;

import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The desk's token, read again every few seconds, so that it can be changed without a restart. A file that has turned bad is
 * reported, and the old token goes on. Thread-safe.
 */
final class DeskToken implements Supplier<Secret> {
    private static final Logger log = LoggerFactory.getLogger(DeskToken.class);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);
    private static final int MAX = 512;

    /** Shorter ones can be found by trying. */
    private static final Pattern TOKEN = Pattern.compile("[!-~]{16," + MAX + "}");

    private final Path file;
    private Secret token;
    private long lookedNanos = System.nanoTime();
    private boolean bad;

    private DeskToken(Path file, Secret token) {
        this.file = file;
        this.token = token;
    }

    /**
     * The token of the settings; empty when there is none, and none is needed.
     *
     * @throws StartFailure (USAGE) when the file holds none, or the desk is bound elsewhere than to loopback without one
     */
    static Optional<Supplier<Secret>> of(Settings settings) {
        Optional<Path> file = settings.find(DeskSettings.TOKEN_FILE);
        String bind = settings.get(DeskSettings.BIND);
        if (file.isEmpty() && !isLoopback(bind)) {
            throw settings.refuse(
                    DeskSettings.TOKEN_FILE,
                    "is not set while the desk is bound to " + bind + "; wants a file with a token, or "
                            + DeskSettings.BIND.key() + " on loopback");
        }
        return file.map(path -> new DeskToken(
                path,
                read(path)
                        .orElseThrow(() -> settings.refuse(
                                DeskSettings.TOKEN_FILE,
                                "'" + path + "' holds no token; wants 16 to " + MAX
                                        + " visible ASCII characters, such as those of openssl rand -hex 32"))));
    }

    @Override
    public synchronized Secret get() {
        if (System.nanoTime() - lookedNanos > LOOK_AGAIN.toNanos()) {
            lookedNanos = System.nanoTime();
            Optional<Secret> now = read(file);
            if (now.isEmpty() && !bad) {
                log.warn("{} holds no token any more; the last one goes on", file);
            }
            bad = now.isEmpty();
            token = now.orElse(token);
        }
        return token;
    }

    private static Optional<Secret> read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            String text = new String(in.readNBytes(MAX + 10), StandardCharsets.UTF_8).stripTrailing();
            return TOKEN.matcher(text).matches() ? Optional.of(Secret.of(text)) : Optional.empty();
        } catch (IOException e) {
            log.debug("{} cannot be read", file, e);
            return Optional.empty();
        }
    }

    private static boolean isLoopback(String bind) {
        try {
            return InetAddress.getByName(bind).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
