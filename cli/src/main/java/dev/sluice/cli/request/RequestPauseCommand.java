package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.VersionText;
import dev.sluice.model.Command.Pause;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "pause",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Stops a sender: nothing of it is sent until it is resumed. Requests are still taken, and wait or expire; what is "
                    + "under way goes out.",
            ""
        },
        footer = {"", "Example:", "  sluice request pause --sender telegram:123456"})
final class RequestPauseCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SenderOption sender;

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestPauseCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        Pause command = new Pause(sender.sender());
        try (Cluster cluster = Cluster.of(settings)) {
            new CommandWriter(console, json).write(cluster, command);
        }
        return ExitCode.OK.code();
    }
}
