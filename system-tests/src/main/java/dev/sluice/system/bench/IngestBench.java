package dev.sluice.system.bench;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.system.bench.measure.HotMethods;
import dev.sluice.system.bench.report.Findings;
import dev.sluice.system.bench.report.JsonReport;
import dev.sluice.system.bench.report.Table;
import dev.sluice.system.bench.rig.MachineFacts;
import dev.sluice.system.bench.rig.Progress;
import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.scenario.IdleBots;
import dev.sluice.system.bench.scenario.ScenarioName;
import dev.sluice.system.bench.scenario.Sizes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice bench ingest}: the figures that the poller is judged by, with their aims, in one run. */
@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the poller: a table on stdout, progress on stderr.",
            "Starts a broker, the simulated Bot API, pollers and comparators as processes of their own, on loopback, with"
                    + " data under .sluice/bench. Ratios are of the same run; absolute figures depend on the machine, which"
                    + " should have nothing else to do. Pollers run with stock settings, but for the addresses, one replica"
                    + " per topic and " + Rig.POLLER_HEAP + ".",
            "Exit code 1 when a measurement is worthless, like updates that were confirmed and are not stored; an aim that"
                    + " is not met is a finding, not a fault."
        })
final class IngestBench implements Callable<Integer> {
    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Which figures, by comma: ${COMPLETION-CANDIDATES}. Default: all.",
            converter = ScenarioNames.class,
            completionCandidates = ScenarioNames.class)
    private Set<ScenarioName> only = EnumSet.allOf(ScenarioName.class);

    @Option(
            names = "--quick",
            description = "Short windows and fewer idle bots: to see that everything works, not to judge by.")
    private boolean quick;

    @Option(names = "--json", paramLabel = "FILE", description = "Also writes everything, all samples too, as JSON.")
    private @Nullable Path json;

    @Option(
            names = "--profile",
            paramLabel = "DIR",
            description =
                    "Runs the pollers with Java Flight Recorder, leaves its files there, and says which methods were"
                            + " hot, by thread. It costs the pollers some CPU.")
    private @Nullable Path profile;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Sizes sizes = quick ? Sizes.quick() : Sizes.full();
        if (only.contains(ScenarioName.IDLE)) {
            IdleBots.requireRoom(sizes.idleBots());
        }
        if (profile != null) {
            Files.createDirectories(profile);
        }
        Map<String, Object> facts = facts();
        BenchDir dir = BenchDir.emptied();
        Progress progress = new Progress(System.err);
        List<Findings> findings;
        try (Rig rig = Rig.start(dir.path(), Optional.ofNullable(profile), progress)) {
            findings = new BenchRun(rig, sizes, only).run();
        }
        dir.dropData();
        facts.put("seconds", Math.round(progress.seconds()));
        print(facts, findings);
        if (json != null) {
            JsonReport.write(json, facts, findings);
        }
        boolean sound = findings.stream().allMatch(found -> found.faults().isEmpty());
        return (sound ? ExitCode.OK : ExitCode.CHECK_FAILED).code();
    }

    private void print(Map<String, Object> facts, List<Findings> findings) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Table.lines(findings).forEach(out::println);
        out.printf(
                "%s, %s cores, %s, Kafka %s, commit %s, %s s%s%n",
                facts.get("cpu"),
                facts.get("cores"),
                facts.get("jdk"),
                facts.get("kafka"),
                facts.get("commit"),
                facts.get("seconds"),
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

    private Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("command", "bench ingest");
        facts.put("at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("quick", quick);
        facts.put("only", only.stream().sorted().map(ScenarioNames::text).toList());
        facts.put("profiled", profile != null);
        facts.put("poller_settings", "stock; addresses, replication factor 1, " + Rig.POLLER_HEAP);
        facts.putAll(MachineFacts.now());
        return facts;
    }
}
