package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.VersionText;
import dev.sluice.model.Command.Resume;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {"Lets a paused sender go on. A cooldown that the API asked for still holds.", ""},
        footer = {"", "Example:", "  sluice request resume --sender telegram:123456"})
final class RequestResumeCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SenderOption sender;

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestResumeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        Resume command = new Resume(sender.sender());
        try (Cluster cluster = Cluster.of(settings)) {
            new CommandWriter(console, json).write(cluster, command);
        }
        return ExitCode.OK.code();
    }
}
