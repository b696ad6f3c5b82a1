package dev.sluice.cli.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.model.OnUnknown;
import dev.sluice.model.Params;
import dev.sluice.model.Priority;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SendOptionsTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Params PARAMS = Params.of("{\"chat_id\":42,\"text\":\"hi\"}");

    @Test
    void whatIsNotSaidHasTheDefaultsOfARequest() {
        SendRequest request = request();

        assertEquals(SendRequest.of("new-id", Sender.telegram(123456), "sendMessage", PARAMS), request);
    }

    @Test
    void everyOptionIsInTheRequest() {
        SendRequest request = request(
                "--id=greeting-42",
                "--priority=bulk",
                "--not-before=+10m",
                "--expires-at=2026-11-30T14:00:00+01:00",
                "--max-attempts=2",
                "--on-unknown=resend");

        assertEquals(
                new SendRequest(
                        "greeting-42",
                        Sender.telegram(123456),
                        "sendMessage",
                        PARAMS,
                        Priority.BULK,
                        Optional.of(Instant.parse("2026-11-30T12:10:00Z")),
                        Optional.of(Instant.parse("2026-11-30T13:00:00Z")),
                        2,
                        OnUnknown.RESEND,
                        Optional.empty()),
                request);
    }

    @Test
    void aRefusalNamesTheOptionAndWhatItWants() {
        assertRefused("sluice: --id: not 1 to 200 characters", "--id=" + "x".repeat(201));
        assertRefused("sluice: --method: not letters only", "--method=send message");
        assertRefused("sluice: --max-attempts: not 1 or more", "--max-attempts=0");
        assertRefused("sluice: --priority: 'urgent' is not among reply, bulk", "--priority=urgent");
        assertRefused("sluice: --on-unknown: 'retry' is not among hold, resend, drop", "--on-unknown=retry");
        assertRefused(
                "sluice: --not-before: 'tomorrow' is no time; wants one like 2026-11-30T12:00:00Z, or +10m for in 10 minutes",
                "--not-before=tomorrow");
        assertRefused("sluice: --expires-at: lies in the past", "--expires-at=2026-11-30T11:59:59Z");
        assertRefused(
                "sluice: --expires-at: not after --not-before: it could never be sent",
                "--not-before=+2h",
                "--expires-at=+1h");
        assertRefused("sluice: --sender: neither telegram:<bot_id> nor unifyport:<account_id>", "--sender=123456");
    }

    @Test
    @Tag("R23")
    void aTokenGivenAsSenderIsRefusedAndNotRepeated() {
        StartFailure refused = assertThrows(
                StartFailure.class, () -> request("--sender=telegram:110001:SIMULATED-token-of-bot-110001-xxxxxx"));

        assertFalse(String.valueOf(refused.getMessage()).contains("SIMULATED"), refused::getMessage);
    }

    private static void assertRefused(String line, String... options) {
        StartFailure refused = assertThrows(StartFailure.class, () -> request(options));

        assertEquals(line, refused.line());
        assertEquals(ExitCode.USAGE, refused.exitCode());
    }

    /** With a sender and a method unless they are given. */
    private static SendRequest request(String... options) {
        List<String> args = new ArrayList<>(List.of(options));
        if (args.stream().noneMatch(arg -> arg.startsWith("--sender"))) {
            args.add("--sender=telegram:123456");
        }
        if (args.stream().noneMatch(arg -> arg.startsWith("--method"))) {
            args.add("--method=sendMessage");
        }
        return CommandLine.populateCommand(new SendOptions(), args.toArray(String[]::new))
                .request(PARAMS, NOW, () -> "new-id");
    }
}
