package dev.sluice.cli.request;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.ConfigOption;
import dev.sluice.cli.Console;
import dev.sluice.cli.JsonOption;
import dev.sluice.cli.VersionText;
import dev.sluice.model.Command.Decision;
import dev.sluice.model.Command.Resolve;
import dev.sluice.model.JobKey;
import dev.sluice.model.Review;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "resolve",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Decides about a request that is held or unknown: it did arrive (sent), send it again and risk a double (resend), "
                    + "or give it up (drop).",
            "",
            "The decision is about one attempt, so that deciding twice decides once. Without --attempt that is the last one "
                    + "of the open review; with none open nothing is written, and the exit code is 1.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  sluice request resolve --sender telegram:123456 --id greeting-42 --decision resend --by ann"
        })
final class RequestResolveCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JobOption target;

    @Option(names = "--attempt", paramLabel = "N", description = "The attempt that is decided on.")
    private Optional<Integer> attempt = Optional.empty();

    @Option(names = "--decision", required = true, paramLabel = "sent|resend|drop", description = "What is decided.")
    private String decision = "";

    @Option(names = "--by", required = true, paramLabel = "NAME", description = "Who decides.")
    private String by = "";

    @Option(names = "--note", paramLabel = "N", description = "Why, for whoever reads it later.")
    private Optional<String> note = Optional.empty();

    @Mixin
    private JsonOption json;

    @Mixin
    private ConfigOption config;

    RequestResolveCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        JobKey job = target.job();
        Resolve typed = Arguments.checked(() -> new Resolve(
                job.sender(),
                job.requestId(),
                attempt.orElse(0),
                Arguments.word("--decision", decision, Decision.values(), Decision::word),
                by,
                note));
        try (Cluster cluster = Cluster.of(settings)) {
            Resolve command = attempt.isPresent() ? typed : aboutLastAttempt(cluster, job, typed);
            new CommandWriter(console, json).write(cluster, command);
        }
        return ExitCode.OK.code();
    }

    private Resolve aboutLastAttempt(Cluster cluster, JobKey job, Resolve typed) {
        Review review = SenderTopics.openReview(cluster, job)
                .map(Found::value)
                .orElseThrow(() -> new StartFailure(
                        ExitCode.CHECK_FAILED, job.text(), "has no open review, so there is nothing to decide"));
        int last = lastAttempt(review);
        // beside the output, which stays one line in either form
        console.err()
                .println(job + " is " + review.state().word() + " ("
                        + review.reason().word() + "); deciding on attempt " + last);
        return new Resolve(typed.sender(), typed.requestId(), last, typed.decision(), typed.by(), typed.note());
    }

    private static int lastAttempt(Review review) {
        return review.attempts().stream().mapToInt(Review.Try::attempt).max().orElse(0);
    }
}
