package dev.sluice.cli;

import dev.sluice.runtime.kafka.TopicState;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.List;
import java.util.Locale;

/** Topic states as {@code sluice topics} prints them. */
final class TopicRows {
    private TopicRows() {}

    /**
     * Prints a row per topic.
     *
     * @throws StartFailure with this exit code when one is not as it should be
     */
    static void print(Console console, boolean json, List<TopicState> states, ExitCode whenBad) {
        states.forEach(state -> console.out().println(json ? json(state) : state.row()));
        long bad = states.stream().filter(state -> !state.isGood()).count();
        if (bad > 0) {
            throw new StartFailure(
                    whenBad, "topics", bad + " of " + states.size() + " are not as Sluice wants them; see above");
        }
    }

    private static String json(TopicState state) {
        return JsonLines.object(json -> {
            json.writeStringProperty("topic", state.topic());
            json.writeStringProperty("status", state.status().name().toLowerCase(Locale.ROOT));
            json.writeStringProperty("detail", state.detail());
        });
    }
}
