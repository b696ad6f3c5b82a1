package dev.sluice.cli.request;

import dev.sluice.cli.Console;
import dev.sluice.cli.VersionText;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
        name = "request",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Asks for messages to be sent, decides about those that wait or are in doubt, and shows how they stand. Writes "
                    + "to topics and reads from topics; 'sluice send' does the rest.",
            ""
        })
public final class RequestCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    private RequestCommand() {}

    public static CommandLine of(Console console) {
        return new CommandLine(new RequestCommand())
                .addSubcommand(new RequestSendCommand(console))
                .addSubcommand(new RequestCancelCommand(console))
                .addSubcommand(new RequestCancelChatCommand(console))
                .addSubcommand(new RequestPauseCommand(console))
                .addSubcommand(new RequestResumeCommand(console))
                .addSubcommand(new RequestResolveCommand(console))
                .addSubcommand(new RequestStatusCommand(console));
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
