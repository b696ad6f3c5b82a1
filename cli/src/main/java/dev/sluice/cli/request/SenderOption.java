package dev.sluice.cli.request;

import dev.sluice.model.Sender;
import picocli.CommandLine.Option;

/** {@code --sender S}. */
final class SenderOption {
    @Option(
            names = "--sender",
            required = true,
            paramLabel = "S",
            description = "Who sends: telegram:<bot_id> or unifyport:<account_id>. Never a token.")
    private String text = "";

    Sender sender() {
        return Arguments.checked(() -> Sender.parse(text));
    }
}
