package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.SenderWriter;
import dev.sluice.cli.VersionText;
import dev.sluice.model.JobKey;
import dev.sluice.model.RecordPlace;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.settings.Settings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Puts a send request on outbound.requests and prints its id and where it stands. Everything is checked before "
                    + "anything is written.",
            "",
            "With --wait it follows the outcomes until the message is sent, is given up, or waits for a person (held, "
                    + "unknown), and says which. A request that the gate refuses shows as such too.",
            ""
        },
        footer = {
            "",
            "Exit code: 0 stored, or with --wait sent; 1 refused, given up, held, unknown, or none of these in time; "
                    + "2 usage; 3 Kafka unreachable; 4 topics missing.",
            "",
            "Example:",
            "  sluice request send --sender telegram:123456 --method sendMessage \\",
            "      --params '{\"chat_id\":42,\"text\":\"hello\"}' --id greeting-42 --wait 30s"
        })
final class RequestSendCommand implements Callable<Integer> {
    private static final Duration LONGEST_WAIT = Duration.ofDays(7);

    private final Console console;

    @Mixin
    private SendOptions options;

    @Mixin
    private ParamsOption params;

    @Option(names = "--wait", paramLabel = "D", description = "Wait this long for the outcome, 30s or 5m, and say it.")
    private Optional<String> wait = Optional.empty();

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestSendCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        Optional<Duration> waits = wait.map(text -> Arguments.duration("--wait", text, LONGEST_WAIT));
        SendRequest request =
                options.request(params.read(console.in()), Instant.now(), () -> "cli-" + UUID.randomUUID());
        JobKey job = new JobKey(request.sender(), request.requestId());
        try (Cluster cluster = Cluster.of(settings)) {
            Optional<OutcomeWait> waiting =
                    waits.map(unused -> OutcomeWait.beforeWriting(cluster, job, options.idIsGiven()));
            RecordPlace stored;
            try (SenderWriter writer = new SenderWriter(cluster)) {
                stored = writer.write(job.text(), Topics.REQUESTS, request.sender(), SendRequestCodec.encode(request));
            }
            console.out().println(json.isOn() ? Stored.json(job, stored) : Stored.text(job, stored));
            waiting.ifPresent(outcome -> new WaitReport(console, json.isOn(), job)
                    .print(outcome.await(stored, waits.orElseThrow()), waits.orElseThrow()));
        }
        return ExitCode.OK.code();
    }
}
