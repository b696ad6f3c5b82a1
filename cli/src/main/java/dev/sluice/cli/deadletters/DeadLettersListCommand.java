package dev.sluice.cli.deadletters;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.TopicRecords;
import dev.sluice.cli.VersionText;
import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Prints each record of outbound.dead-letters: when the original was written, why it could not be taken, where it "
                    + "stood (topic/partition/offset), its size, and what exactly is wrong. Reads only.",
            ""
        },
        footer = {"", "Example:", "  sluice dead-letters list --reason invalid_params --json"})
final class DeadLettersListCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--reason", paramLabel = "R", description = "Only those with this reason.")
    private Optional<String> reason = Optional.empty();

    @Option(
            names = "--values",
            description = "Add what was received; it is message content. With --json the key and value in base64.")
    private boolean values;

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    DeadLettersListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        try (Cluster cluster = Cluster.of(config.forOneAnswer(console))) {
            if (!json.isOn()) {
                console.out().println(DeadLetter.HEAD);
            }
            TopicRecords.read(cluster, Topics.DEAD_LETTERS, record -> {
                DeadLetter letter = DeadLetter.of(record);
                if (reason.filter(wanted -> !wanted.equals(letter.why().reason()))
                        .isEmpty()) {
                    print(letter);
                }
            });
        }
        return ExitCode.OK.code();
    }

    private void print(DeadLetter letter) {
        if (json.isOn()) {
            console.out().println(letter.json(values));
            return;
        }
        console.out().println(letter.row());
        if (values) {
            console.out().println("    " + letter.content());
        }
    }
}
