package dev.sluice.cli;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.RecordPlace;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What became of each record that was tried again, a line each, and of all of them in the end. */
public final class RetryReport {
    private final Console console;
    private final boolean json;
    private final String placeField;
    private int failed;

    /** @param placeField what the JSON form calls the place that a line is about */
    public RetryReport(Console console, boolean json, String placeField) {
        this.console = console;
        this.json = json;
        this.placeField = placeField;
    }

    /**
     * The places that a command was given.
     *
     * @param kind what the error calls them, with an example
     * @throws ParameterException for what is no place
     */
    public static Set<RecordPlace> places(CommandLine command, List<String> texts, String kind) {
        Set<RecordPlace> places = new LinkedHashSet<>();
        for (String text : texts) {
            try {
                places.add(RecordPlace.parse(text));
            } catch (InvalidRecordException e) {
                throw new ParameterException(command, "'" + text + "' is no " + kind, e);
            }
        }
        return places;
    }

    /** @param stands where it stands now */
    public void retried(String place, RecordPlace stands) {
        print(place, "retried", stands.text());
    }

    public void refused(String place, String why) {
        failed++;
        print(place, "refused", why);
    }

    public void missing(String place, String why) {
        failed++;
        print(place, "missing", why);
    }

    /** @throws StartFailure (CHECK_FAILED) when one of {@code all} was missing or refused */
    public void requireAll(String command, int all) {
        if (failed > 0) {
            throw new StartFailure(
                    ExitCode.CHECK_FAILED, command, failed + " of " + all + " were not retried; see above");
        }
    }

    private void print(String place, String status, String detail) {
        console.out()
                .println(
                        json
                                ? JsonLines.object(json -> {
                                    json.writeStringProperty(placeField, place);
                                    json.writeStringProperty("status", status);
                                    json.writeStringProperty("detail", detail);
                                })
                                : place + " " + status + " " + detail);
    }
}
