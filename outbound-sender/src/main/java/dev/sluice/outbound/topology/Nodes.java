package dev.sluice.outbound.topology;

import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import java.util.List;

/** The names of all nodes and stores. They are part of the stored state: changing one is an upgrade decision. */
final class Nodes {
    static final String GATE = "gate";

    static final String JOBS = "jobs";
    static final String CONTENTS = "contents";
    static final String LANES = "lanes";
    static final String COOLDOWNS = "cooldowns";
    static final String INTENTS = "intents";

    static final List<String> STORES = List.of(JOBS, CONTENTS, LANES, COOLDOWNS, INTENTS);

    /** Where records go; also those that go back where they came from. */
    static final List<TopicSpec> SINKS = List.of(
            Topics.ATTEMPTS,
            Topics.OUTCOMES,
            Topics.REVIEWS,
            Topics.DEAD_LETTERS,
            Topics.LANES,
            Topics.REQUESTS,
            Topics.COMMANDS,
            Topics.ATTEMPT_RESULTS);

    private Nodes() {}

    static String source(TopicSpec topic) {
        return "read-" + topic.name();
    }

    static String sink(TopicSpec topic) {
        return "write-" + topic.name();
    }
}
