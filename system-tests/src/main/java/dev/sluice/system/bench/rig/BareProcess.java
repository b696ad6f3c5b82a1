package dev.sluice.system.bench.rig;

import dev.sluice.local.process.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A bare comparator in a process of its own, which works only while it is asked to. */
final class BareProcess implements AutoCloseable {
    private static final Duration READY = Duration.ofSeconds(60);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ChildJvm process;
    private final URI address;

    private BareProcess(ChildJvm process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Starts a main class that serves with {@code OnDemand}. */
    static BareProcess start(Rig rig, String name, String heap, Class<?> main, String... args) {
        ChildJvm process = ChildJvm.of(main)
                .name(name)
                .logDirectory(rig.dir())
                .jvmOptions(heap, "-Dlogback.configurationFile=broker-logback.xml")
                .args(args)
                .start();
        String port = process.awaitLine("ready ", READY).substring("ready ".length());
        return new BareProcess(process, URI.create("http://127.0.0.1:" + port + "/run"));
    }

    long pid() {
        return process.pid();
    }

    /**
     * Lets it work once.
     *
     * @param query like {@code ms=1000&group=5}
     * @return the numbers that it answers with, by their names
     */
    Map<String, Long> run(String query) {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(address + "?" + query)).build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("a comparator failed; see " + process.logFile());
            }
            Map<String, Long> numbers = new HashMap<>();
            for (String word : answer.body().split(" ")) {
                int equals = word.indexOf('=');
                numbers.put(word.substring(0, equals), Long.valueOf(word.substring(equals + 1)));
            }
            return numbers;
        } catch (IOException e) {
            throw new UncheckedIOException("a comparator does not answer; see " + process.logFile(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        process.killHard();
    }
}
