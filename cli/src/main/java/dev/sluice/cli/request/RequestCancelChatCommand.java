package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.VersionText;
import dev.sluice.model.Command.CancelChat;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "cancel-chat",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Takes back everything that waits for one chat, for a person has answered there. Requests that were written at "
                    + "or after the moment of this command, or of --before, stay.",
            ""
        },
        footer = {"", "Example:", "  sluice request cancel-chat --sender telegram:123456 --chat -1001234567890"})
final class RequestCancelChatCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SenderOption sender;

    @Option(
            names = "--chat",
            required = true,
            paramLabel = "C",
            description = "The chat id, or @channel, as in the parameters of the requests.")
    private String chat = "";

    @Option(
            names = "--before",
            paramLabel = "T",
            description = "Only requests written before this time, like 2026-11-30T12:00:00Z.")
    private Optional<String> before = Optional.empty();

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestCancelChatCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        CancelChat command = new CancelChat(
                sender.sender(),
                Arguments.chat("--chat", chat),
                before.map(text -> Arguments.time("--before", text, Instant.now())));
        try (Cluster cluster = Cluster.of(settings)) {
            new CommandWriter(console, json).write(cluster, command);
        }
        return ExitCode.OK.code();
    }
}
