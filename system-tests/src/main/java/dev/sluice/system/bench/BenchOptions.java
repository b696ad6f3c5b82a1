package dev.sluice.system.bench;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.system.bench.measure.HotMethods;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.report.JsonReport;
import dev.sluice.system.bench.report.Table;
import dev.sluice.system.bench.rig.MachineFacts;
import dev.sluice.system.bench.rig.Progress;
import dev.sluice.system.bench.rig.Rig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every bench takes on its command line, and does around its measurements. */
final class BenchOptions {
    @Option(names = "--quick", description = "Short and small: to see that everything works, not to judge by.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Also writes everything, all samples too, as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description =
                    "Runs the services with Java Flight Recorder, leaves its files there, and says which methods were"
                            + " hot, by thread. It costs the services some CPU.")
    private @Nullable Path profile;

    @Option(
            names = "--set",
            paramLabel = "SLUICE_NAME=VALUE",
            description = "Gives the services this setting too, in its environment form: to try it out. Repeatable.")
    private Map<String, String> set = new LinkedHashMap<>();

    boolean quick() {
        return quick;
    }

    /**
     * Starts what a run shares, measures, prints, and returns the exit code.
     *
     * @param command of this bench
     * @param parts that are measured
     * @param settings of the services, in words
     */
    int run(
            String command,
            Collection<? extends Enum<?>> parts,
            String settings,
            Function<Rig, List<Findings>> measure,
            PrintWriter out)
            throws IOException {
        if (profile != null) {
            Files.createDirectories(profile);
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("command", command);
        facts.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("quick", quick);
        facts.put("only", parts.stream().sorted().map(PartNames::text).toList());
        facts.put("profiled", profile != null);
        facts.put("settings", set.isEmpty() ? settings : settings + ", " + set);
        facts.putAll(MachineFacts.now());
        BenchDir dir = BenchDir.emptied();
        Progress progress = new Progress(System.err);
        List<Findings> findings;
        try (Rig rig = Rig.start(dir.path(), Optional.ofNullable(profile), set, progress)) {
            findings = measure.apply(rig);
        }
        dir.dropData();
        facts.put("seconds", Math.round(progress.seconds()));
        print(facts, findings, out);
        if (json != null) {
            JsonReport.write(json, facts, findings);
        }
        boolean sound = findings.stream().allMatch(found -> found.faults().isEmpty());
        return (sound ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
    }

    private void print(Map<String, Object> facts, List<Findings> findings, PrintWriter out) throws IOException {
        Table.lines(findings).forEach(out::println);
        out.printf(
                "%s, %s cores, %s, Kafka %s, commit %s, %s s%s%s%n",
                facts.get("cpu"),
                facts.get("cores"),
                facts.get("jdk"),
                facts.get("kafka"),
                facts.get("commit"),
                facts.get("seconds"),
                set.isEmpty() ? "" : ", with " + set,
                quick ? ", --quick: too short to judge by" : "");
        if (profile != null) {
            try (Stream<Path> files = Files.list(profile)) {
                for (Path file : files.filter(f -> f.toString().endsWith(".jfr"))
                        .sorted()
                        .toList()) {
                    HotMethods.lines(file).forEach(out::println);
                }
            }
        }
        out.flush();
    }
}
