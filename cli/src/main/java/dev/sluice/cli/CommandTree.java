package dev.sluice.cli;

import dev.sluice.cli.deadletters.DeadLettersCommand;
import dev.sluice.cli.quarantine.QuarantineCommand;
import dev.sluice.cli.request.RequestCommand;
import java.io.PrintWriter;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All commands, put together by hand. */
@Command(
        name = "sluice",
        versionProvider = VersionText.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        description = "A durable Telegram gateway for Kafka: every update, once, from the Bot API into a topic.",
        footer = {
            "",
            "Settings come from the environment (SLUICE_KAFKA_BOOTSTRAP_SERVERS, ...) and from --config files; "
                    + "docs/configuration.md lists them all.",
            "",
            "Exit codes: 0 done, 1 a check failed or a request was refused, 2 usage or setting, 3 Kafka or an API unreachable, "
                    + "4 topics missing or wrong, 5 port taken, 70 internal fault."
        })
final class CommandTree implements Runnable {
    @Spec
    private CommandSpec spec;

    private CommandTree() {}

    static CommandLine of(Console console) {
        CommandLine root = new CommandLine(new CommandTree());
        root.addSubcommand(new IngestCommand(console))
                .addSubcommand(new SendCommand(console))
                .addSubcommand(new DeskCommand(console))
                .addSubcommand(TopicsCommand.of(console))
                .addSubcommand(new CheckCommand(console))
                .addSubcommand(new BotsCommand(console))
                .addSubcommand(QuarantineCommand.of(console))
                .addSubcommand(RequestCommand.of(console))
                .addSubcommand(DeadLettersCommand.of(console))
                .addSubcommand(new CompletionCommand(console));
        RepositoryCommands.addTo(root, ServiceLoader.load(RepositoryCommand.class));
        Failures failures = new Failures(console);
        return root.setOut(new PrintWriter(console.out(), true))
                .setErr(new PrintWriter(console.err(), true))
                .setUsageHelpAutoWidth(true)
                .setExpandAtFiles(false) // --params @FILE and @channel mean what they say
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
