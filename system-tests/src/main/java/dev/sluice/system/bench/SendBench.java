package dev.sluice.system.bench;

import dev.sluice.system.bench.rig.Rig;
import dev.sluice.system.bench.send.SendPart;
import dev.sluice.system.bench.send.SendSizes;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code sluice bench send}: the figures that the sender is judged by, with their aims, in one run. */
@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        description = {
            "Measures the sender: a table on stdout, progress on stderr.",
            "Starts a broker, the simulated Bot API, senders and a comparator as processes of their own, on loopback, with"
                    + " data under .sluice/bench. Ratios are of the same run; absolute figures depend on the machine, which"
                    + " should have nothing else to do. Senders run with stock settings, but for the addresses, one replica"
                    + " per topic, " + Rig.SENDER_HEAP + ", and limits that are lifted where the figure says so.",
            "Exit code 1 when a measurement is worthless, like a request that was sent twice or not at all; an aim that is"
                    + " not met is a finding, not a fault."
        })
final class SendBench implements Callable<Integer> {
    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "Which figures, by comma: ${COMPLETION-CANDIDATES}. Default: all.",
            converter = PartNames.OfSend.class,
            completionCandidates = PartNames.OfSend.class)
    private Set<SendPart> only = EnumSet.allOf(SendPart.class);

    @Mixin
    private BenchOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        SendSizes sizes = options.quick() ? SendSizes.quick() : SendSizes.full();
        return options.run(
                "bench send",
                only,
                "stock; addresses, replication factor 1, " + Rig.SENDER_HEAP + ", limits where a figure says so",
                rig -> new SendRun(rig, sizes, only).run(),
                spec.commandLine().getOut());
    }
}
