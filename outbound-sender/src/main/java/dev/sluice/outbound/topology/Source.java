package dev.sluice.outbound.topology;

import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;

/**
 * What the gate reads, in the order of precedence. Kafka Streams takes the lowest timestamp among a task's partitions, so
 * without care a backlog of requests would hide a stored 429 or a cancel (DESIGN section 4, "One place decides").
 */
enum Source {
    RESULTS(Topics.ATTEMPT_RESULTS),
    COMMANDS(Topics.COMMANDS),
    REQUESTS(Topics.REQUESTS);

    private final TopicSpec topic;

    Source(TopicSpec topic) {
        this.topic = topic;
    }

    TopicSpec topic() {
        return topic;
    }
}
