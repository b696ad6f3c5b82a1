package dev.sluice.cli.request;

import dev.sluice.model.JobKey;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --sender S --id I}: one job. */
final class JobOption {
    @Mixin
    private SenderOption sender;

    @Option(names = "--id", required = true, paramLabel = "I", description = "The id of the request.")
    private String id = "";

    JobKey job() {
        return Arguments.checked(() -> new JobKey(sender.sender(), id));
    }
}
