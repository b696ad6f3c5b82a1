package dev.sluice.system.bench.rig;

import dev.sluice.cli.Sluice;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.hc.core5.util.VersionInfo;
import org.apache.kafka.clients.admin.Admin;

/** What a reader of figures has to know about where they were taken. Names no host and no path. */
public final class MachineFacts {
    private MachineFacts() {}

    public static Map<String, Object> now() {
        Map<String, Object> facts = new LinkedHashMap<>();
        Properties build = properties(Sluice.class, "build.properties");
        facts.put("sluice", build.getProperty("version"));
        facts.put("commit", build.getProperty("commit"));
        facts.put(
                "kafka",
                properties(Admin.class, "/kafka/kafka-version.properties").getProperty("version"));
        VersionInfo http = VersionInfo.loadVersionInfo("org.apache.hc.client5", MachineFacts.class.getClassLoader());
        facts.put("httpclient5", http == null ? "unknown" : http.getRelease());
        facts.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("cpu", firstValue(Path.of("/proc/cpuinfo"), "model name"));
        facts.put("memory", firstValue(Path.of("/proc/meminfo"), "MemTotal"));
        facts.put("load_average_before", firstLine(Path.of("/proc/loadavg")));
        return facts;
    }

    private static Properties properties(Class<?> beside, String resource) {
        Properties properties = new Properties();
        try (InputStream in = beside.getResourceAsStream(resource)) {
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String firstValue(Path file, String key) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(key))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static String firstLine(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "unknown";
        }
    }
}
