package dev.sluice.system.bench.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** One reading of a {@code /metrics} page in Prometheus text: a value for each series, by its name with labels. */
public record MetricsPage(Map<String, Double> series) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    /** Reads the page at this address. */
    public static MetricsPage read(URI address) {
        try {
            HttpResponse<String> answer = HTTP.send(
                    HttpRequest.newBuilder(address)
                            .timeout(Duration.ofSeconds(10))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(address + " answered " + answer.statusCode());
            }
            return parse(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + address, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading " + address, e);
        }
    }

    static MetricsPage parse(String text) {
        Map<String, Double> series = new HashMap<>();
        for (String line : text.split("\n")) {
            int blank = line.lastIndexOf(' ');
            if (!line.startsWith("#") && blank > 0) {
                series.put(line.substring(0, blank), Double.parseDouble(line.substring(blank + 1)));
            }
        }
        return new MetricsPage(Map.copyOf(series));
    }

    /** The sum over all series of this name, whatever their labels; 0 when there is none. */
    public double sum(String name) {
        return series.entrySet().stream()
                .filter(entry -> entry.getKey().equals(name) || entry.getKey().startsWith(name + "{"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** The series of this name that belongs to one bot; 0 when there is none. */
    public double ofBot(String name, long bot) {
        return series.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith(name + "{") && entry.getKey().contains("bot_id=\"" + bot + "\""))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
