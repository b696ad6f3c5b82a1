package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.VersionText;
import dev.sluice.model.JobKey;
import dev.sluice.model.Sender;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Shows how a sender stands: its lane, the reviews that are open, and the newest outcome of each request. With "
                    + "--id, every outcome of that request in order and its open review. Reads topics only.",
            "",
            "The tables hold the newest requests and never what was written to people. --json prints everything, one "
                    + "object per line: {\"lane\":...}, {\"review\":...}, {\"outcome\":...}, as their topics hold them.",
            ""
        },
        footer = {
            "",
            "Exit code: 0; 1 when nothing is known of the request with --id.",
            "",
            "Example:",
            "  sluice request status --sender telegram:123456 --id greeting-42"
        })
final class RequestStatusCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SenderOption sender;

    @Option(names = "--id", paramLabel = "I", description = "Only this request, with its history.")
    private Optional<String> id = Optional.empty();

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestStatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        Sender whose = sender.sender();
        Optional<JobKey> job = id.map(text -> Arguments.checked(() -> new JobKey(whose, text)));
        StatusOutput output = json.isOn() ? new StatusJson(console.out()) : new StatusText(console.out());
        try (Cluster cluster = Cluster.of(settings)) {
            if (job.isEmpty()) {
                output.ofSender(cluster, whose);
            } else if (!output.ofJob(cluster, job.get())) {
                throw new StartFailure(
                        ExitCode.CHECK_FAILED,
                        job.get().text(),
                        "has no outcome and no review; nothing is known of it");
            }
        }
        return ExitCode.OK.code();
    }
}
