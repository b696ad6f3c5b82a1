package dev.sluice.cli.request;

import dev.sluice.model.OnUnknown;
import dev.sluice.model.Params;
import dev.sluice.model.Priority;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code sluice request send} says of the request, but for its parameters. */
final class SendOptions {
    @Mixin
    private SenderOption sender;

    @Option(names = "--method", required = true, paramLabel = "M", description = "The API method, such as sendMessage.")
    private String method = "";

    @Option(
            names = "--id",
            paramLabel = "I",
            description =
                    "Names what is meant, unique per sender: the same id again makes no second message. Default: a new "
                            + "one, which is printed.")
    private Optional<String> id = Optional.empty();

    @Option(
            names = "--priority",
            paramLabel = "reply|bulk",
            defaultValue = "reply",
            description = "bulk waits for replies. Default: reply.")
    private String priority = "";

    @Option(
            names = "--not-before",
            paramLabel = "T",
            description = "Not sent earlier: a time like 2026-11-30T12:00:00Z, or +10m for in 10 minutes.")
    private Optional<String> notBefore = Optional.empty();

    @Option(
            names = "--expires-at",
            paramLabel = "T",
            description = "Not sent later. Default: sluice.outbound.default-expiry of 'sluice send'.")
    private Optional<String> expiresAt = Optional.empty();

    @Option(names = "--max-attempts", paramLabel = "N", defaultValue = "5", description = "Calls at most. Default: 5.")
    private int maxAttempts;

    @Option(
            names = "--on-unknown",
            paramLabel = "hold|resend|drop",
            defaultValue = "hold",
            description =
                    "What to do when nobody can tell whether it was sent: hold it for a person, resend it and risk a "
                            + "double, or drop it. Default: hold.")
    private String onUnknown = "";

    boolean idIsGiven() {
        return id.isPresent();
    }

    /**
     * The request, checked as the gate will check it.
     *
     * @param newId gives an id when none was given
     * @throws dev.sluice.runtime.lifecycle.StartFailure (USAGE) naming the option that is wrong
     */
    SendRequest request(Params params, Instant now, Supplier<String> newId) {
        Optional<Instant> start = notBefore.map(text -> Arguments.time("--not-before", text, now));
        Optional<Instant> end = expiresAt.map(text -> Arguments.time("--expires-at", text, now));
        if (end.isPresent() && !end.get().isAfter(start.orElse(now))) {
            throw Arguments.refused(
                    "--expires-at",
                    start.isPresent() ? "not after --not-before: it could never be sent" : "lies in the past");
        }
        SendRequest request = Arguments.checked(() -> new SendRequest(
                id.orElseGet(newId),
                sender.sender(),
                method,
                params,
                Arguments.word("--priority", priority, Priority.values(), Priority::word),
                start,
                end,
                maxAttempts,
                Arguments.word("--on-unknown", onUnknown, OnUnknown.values(), OnUnknown::word),
                Optional.empty()));
        return Arguments.checked(() -> SendRequestCodec.decode(SendRequestCodec.encode(request)));
    }
}
