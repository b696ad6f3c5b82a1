package dev.sluice.runtime.token;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens of all bots, by bot id. From a list they are fixed; from a directory they follow its files, one bot each, which
 * are looked at every 5 s. Thread-safe.
 */
public final class TokenStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TokenStore.class);

    static final Duration RESCAN = Duration.ofSeconds(5);

    private final List<TokenListener> listeners = new CopyOnWriteArrayList<>();
    private final @Nullable TokenDirectory directory;
    private volatile Map<Long, Secret> tokens;
    private @Nullable ScheduledExecutorService rescans;

    /** Of the rescanning thread. */
    private boolean unreadable;

    private TokenStore(Map<Long, Secret> tokens, @Nullable TokenDirectory directory) {
        this.tokens = Map.copyOf(tokens);
        this.directory = directory;
    }

    /**
     * The tokens of a setting.
     *
     * @param key of the setting, for the message
     * @throws StartFailure when one is malformed or names a bot for the second time; the message says which by its position
     */
    public static TokenStore ofList(String key, List<String> list) {
        Map<Long, Secret> tokens = new HashMap<>();
        Map<Long, Integer> positions = new HashMap<>();
        for (int position = 1; position <= list.size(); position++) {
            Optional<BotToken> token = BotToken.parse(list.get(position - 1));
            if (token.isEmpty()) {
                throw refused(key, "number " + position + " is no bot token, it wants " + BotToken.SHAPE);
            }
            Integer earlier = positions.putIfAbsent(token.get().botId(), position);
            if (earlier != null) {
                throw refused(
                        key, "numbers " + earlier + " and " + position + " are of the same bot, wants each bot once");
            }
            tokens.put(token.get().botId(), token.get().token());
        }
        return new TokenStore(tokens, null);
    }

    /**
     * The tokens in the files of a directory, as they are now; {@link #watch} follows them.
     *
     * @param key of the setting, for the message
     * @throws StartFailure when the directory cannot be read. A bad file in it does not stop the start
     */
    public static TokenStore ofDirectory(String key, Path path, Clock clock) {
        TokenDirectory directory = new TokenDirectory(path, clock);
        try {
            return new TokenStore(directory.scan(), directory);
        } catch (IOException e) {
            String problem = path + " is no readable directory, wants one with a file per bot";
            throw new StartFailure(ExitCode.USAGE, key, problem, e);
        }
    }

    /** The tokens now, by bot id. */
    public Map<Long, Secret> snapshot() {
        return tokens;
    }

    /** How many files of the directory are not used: malformed, unreadable, or of a bot that has one. */
    public int badFiles() {
        return directory == null ? 0 : directory.badFiles();
    }

    /** Shows how many tokens there are, and how many files hold none, as metrics. */
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("sluice.tokens", this, store -> store.tokens.size())
                .description("bots whose token this process has")
                .register(registry);
        Gauge.builder("sluice.token.files.bad", this, TokenStore::badFiles)
                .description(
                        "files of the token directory that are not used: malformed, unreadable, or of a bot that has one")
                .register(registry);
    }

    /** Tells about every change after those that {@link #snapshot} already shows when this returns. */
    public void addListener(TokenListener listener) {
        listeners.add(listener);
    }

    /** Begins to look at the directory again and again, on a thread {@code tokens}; no effect for a list. */
    public synchronized void watch() {
        if (directory == null || rescans != null) {
            return;
        }
        rescans = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "tokens");
            thread.setDaemon(true);
            return thread;
        });
        // it ends with the executor, and never by an exception
        var unused = rescans.scheduleWithFixedDelay(
                this::rescanSafely, RESCAN.toMillis(), RESCAN.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void close() {
        if (rescans != null) {
            rescans.shutdownNow();
        }
    }

    /** One look at the directory. The set stays as it is when that cannot be read, which is reported once. */
    void rescan() {
        if (directory == null) {
            return;
        }
        try {
            replace(directory.scan());
            if (unreadable) {
                LOG.info("The token directory can be read again");
            }
            unreadable = false;
        } catch (IOException e) {
            if (!unreadable) {
                LOG.warn("The token directory cannot be read, the bots stay as they are: {}", e.toString());
            }
            unreadable = true;
        }
    }

    /** A scheduled task that throws is never run again. */
    private void rescanSafely() {
        try {
            rescan();
        } catch (RuntimeException e) {
            LOG.error("The token directory could not be looked at; will try again", e);
        }
    }

    private void replace(Map<Long, Secret> found) {
        if (!found.equals(tokens)) {
            tokens = Map.copyOf(found);
            listeners.forEach(TokenListener::tokensChanged);
        }
    }

    private static StartFailure refused(String key, String problem) {
        return new StartFailure(ExitCode.USAGE, key, problem);
    }
}
