package dev.sluice.cli.request;

import dev.sluice.cli.Console;
import dev.sluice.cli.JsonLines;
import dev.sluice.cli.Plain;
import dev.sluice.model.JobKey;
import dev.sluice.model.Outcome;
import dev.sluice.model.Outcome.State;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Durations;
import java.time.Duration;

/** Says how a wait ended. */
final class WaitReport {
    private final Console console;
    private final boolean json;
    private final JobKey job;

    WaitReport(Console console, boolean json, JobKey job) {
        this.console = console;
        this.json = json;
        this.job = job;
    }

    /**
     * Prints the answer.
     *
     * @throws StartFailure (CHECK_FAILED) unless the message was sent
     */
    void print(WaitAnswer answer, Duration waited) {
        if (answer instanceof WaitAnswer.Settled settled) {
            console.out().println(json ? JsonLines.of("outcome", settled.json()) : text(settled));
            State state = settled.outcome().state();
            if (state != State.SENT) {
                throw failed(
                        state.terminal()
                                ? "was not sent: " + OutcomeText.words(settled.outcome())
                                : "is " + state.word() + " and waits for a person; see sluice request resolve");
            }
        } else if (answer instanceof WaitAnswer.Refused refused) {
            String reason = refused.letter().reason();
            String detail = refused.letter().detail();
            if (json) {
                console.out().println(refusedJson(reason, detail));
            }
            throw failed("was refused: " + Plain.text(reason) + (detail.isEmpty() ? "" : ", " + Plain.line(detail)));
        } else if (answer instanceof WaitAnswer.Late late) {
            throw failed("no end within " + Durations.format(waited) + "; "
                    + late.last()
                            .map(last -> "it stands at " + OutcomeText.words(last))
                            .orElse("nothing is known of it yet, so look whether 'sluice send' runs"));
        }
    }

    private String text(WaitAnswer.Settled settled) {
        Outcome outcome = settled.outcome();
        String before = settled.earlier() ? " (already, at " + outcome.at() + "; no second job was made)" : "";
        return job + " " + OutcomeText.words(outcome) + before;
    }

    private static String refusedJson(String reason, String detail) {
        return JsonLines.object(json -> {
            json.writeStringProperty("refused", reason);
            json.writeStringProperty("detail", detail);
        });
    }

    private StartFailure failed(String problem) {
        return new StartFailure(ExitCode.CHECK_FAILED, job.text(), problem);
    }
}
