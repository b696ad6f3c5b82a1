package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.VersionText;
import dev.sluice.model.Command.Cancel;
import dev.sluice.model.JobKey;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Takes a request back that has not been sent. One that nobody has heard of yet is remembered: should it come, it "
                    + "ends as cancelled. One that is under way is too late, unless its attempt comes back unsent.",
            ""
        },
        footer = {"", "Example:", "  sluice request cancel --sender telegram:123456 --id greeting-42"})
final class RequestCancelCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JobOption target;

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestCancelCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        JobKey job = target.job();
        try (Cluster cluster = Cluster.of(settings)) {
            new CommandWriter(console, json).write(cluster, new Cancel(job.sender(), job.requestId()));
        }
        return ExitCode.OK.code();
    }
}
