package dev.sluice.system.bench.rig;

import dev.sluice.local.process.ChildJvm;
import dev.sluice.system.bench.compare.BareProducerMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The process of bare transactional producers: idle but for the windows that are asked for. */
public final class BareProducers implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final ChildJvm process;
    private final URI address;

    private BareProducers(ChildJvm process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** What one window came to. */
    public record Run(long updates, long transactions, double seconds) {
        public double updatesPerSecond() {
            return updates / seconds;
        }
    }

    /** Starts it; it reads what Sluice has written under {@code from} and will write the same under {@code to}. */
    public static BareProducers start(Rig rig, String from, String to, int producers) {
        rig.createTopics(to);
        ChildJvm process = ChildJvm.of(BareProducerMain.class)
                .name("bare-producers")
                .logDirectory(rig.dir())
                .jvmOptions(Rig.POLLER_HEAP, "-Dlogback.configurationFile=broker-logback.xml")
                .args(rig.bootstrapServers(), from, to, Integer.toString(producers))
                .start();
        String port = process.awaitLine("ready ", Duration.ofSeconds(60)).substring("ready ".length());
        return new BareProducers(process, URI.create("http://127.0.0.1:" + port + "/run"));
    }

    public long pid() {
        return process.pid();
    }

    /** Keeps so many of them busy for a while. */
    public Run run(Duration time, int recordsPerTransaction, int producers) {
        URI run = URI.create(
                "%s?ms=%d&group=%d&producers=%d".formatted(address, time.toMillis(), recordsPerTransaction, producers));
        try {
            HttpResponse<String> answer =
                    http.send(HttpRequest.newBuilder(run).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException("the bare producers failed; see " + process.logFile());
            }
            String[] words = answer.body().split("[ =]");
            return new Run(Long.parseLong(words[1]), Long.parseLong(words[3]), Long.parseLong(words[5]) / 1e9);
        } catch (IOException e) {
            throw new UncheckedIOException("the bare producers do not answer; see " + process.logFile(), e);
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
