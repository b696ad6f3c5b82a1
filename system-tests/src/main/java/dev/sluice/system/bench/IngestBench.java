package dev.sluice.system.bench;

import dev.sluice.system.bench.ingest.IdleBots;
import dev.sluice.system.bench.ingest.IngestPart;
import dev.sluice.system.bench.ingest.Sizes;
import dev.sluice.system.bench.rig.Rig;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            converter = PartNames.OfIngest.class,
            completionCandidates = PartNames.OfIngest.class)
    private Set<IngestPart> only = EnumSet.allOf(IngestPart.class);

    @Mixin
    private BenchOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Sizes sizes = options.quick() ? Sizes.quick() : Sizes.full();
        if (only.contains(IngestPart.IDLE)) {
            IdleBots.requireRoom(sizes.idleBots());
        }
        return options.run(
                "bench ingest",
                only,
                "stock; addresses, replication factor 1, " + Rig.POLLER_HEAP,
                rig -> new IngestRun(rig, sizes, only).run(),
                spec.commandLine().getOut());
    }
}
