package dev.sluice.local.view;

import dev.sluice.cli.Sluice;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The poller of {@code sluice local}: {@code sluice ingest} in a process of its own, as it is deployed. */
final class IngestChild implements AutoCloseable {
    private static final Pattern PENDING =
            Pattern.compile("(?m)^sluice_ingest_pending_updates\\{bot_id=\"(\\d+)\"\\} (\\S+)");

    private static final Duration READY_WITHIN = Duration.ofSeconds(90);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(1)).build();
    private final ChildJvm.Builder start;
    private final String management;
    private ChildJvm process;

    private IngestChild(ChildJvm.Builder start, String management) {
        this.start = start;
        this.management = management;
        this.process = start.start();
    }

    /**
     * Starts it.
     *
     * @param settings all of its environment
     * @param managementPort on loopback
     */
    static IngestChild start(Map<String, String> settings, int managementPort, Path logs) {
        ChildJvm.Builder start = ChildJvm.of(Sluice.class)
                .name("ingest")
                .logDirectory(logs)
                .args("ingest")
                .env(settings)
                .env("SLUICE_MANAGEMENT_BIND", "127.0.0.1")
                .env("SLUICE_MANAGEMENT_PORT", Integer.toString(managementPort));
        return new IngestChild(start, "http://127.0.0.1:" + managementPort);
    }

    /** Base of {@code /healthy}, {@code /ready} and {@code /metrics}. */
    String management() {
        return management;
    }

    /**
     * Waits until it is ready.
     *
     * @throws StartFailure with its own last line and exit code when it ends instead
     */
    void awaitReady() {
        long giveUp = System.nanoTime() + READY_WITHIN.toNanos();
        while (!answers("/ready")) {
            OptionalInt exit = process.awaitExit(BETWEEN_LOOKS);
            if (exit.isPresent()) {
                throw ended(exit.getAsInt());
            }
            if (Thread.currentThread().isInterrupted() || System.nanoTime() > giveUp) {
                throw new StartFailure(
                        ExitCode.INTERNAL,
                        "ingest",
                        "is not ready after " + READY_WITHIN.toSeconds() + " s; its log is " + process.logFile());
            }
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Starts it again after it has ended. */
    void restart() {
        process = start.start();
    }

    /** Updates that wait at the Bot API by bot, by the poller's metrics; empty when they cannot be had. */
    Map<Long, Integer> pendingUpdates() {
        try {
            return pendingUpdates(http.send(get("/metrics"), HttpResponse.BodyHandlers.ofString())
                    .body());
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }

    static Map<Long, Integer> pendingUpdates(String metrics) {
        Map<Long, Integer> pending = new TreeMap<>();
        PENDING.matcher(metrics)
                .results()
                .forEach(line -> pending.put(Long.parseLong(line.group(1)), (int) Double.parseDouble(line.group(2))));
        return pending;
    }

    private boolean answers(String path) {
        try {
            return http.send(get(path), HttpResponse.BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private HttpRequest get(String path) {
        return HttpRequest.newBuilder(URI.create(management + path))
                .timeout(Duration.ofSeconds(2))
                .build();
    }

    private StartFailure ended(int exit) {
        ExitCode code = Arrays.stream(ExitCode.values())
                .filter(c -> c.code() == exit)
                .findFirst()
                .orElse(ExitCode.INTERNAL);
        String[] words = lastLine().split(": ", 3);
        return words.length == 3 && words[0].equals("sluice")
                ? new StartFailure(code, words[1], words[2])
                : new StartFailure(code, "ingest", "ended with " + exit + "; its log is " + process.logFile());
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(process.logFile());
            return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "";
        }
    }

    /** Lets it drain, and kills it when that takes too long. */
    @Override
    public void close() {
        process.stop(STOP_WITHIN);
    }
}
