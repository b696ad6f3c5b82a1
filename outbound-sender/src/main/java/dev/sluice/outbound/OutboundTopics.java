package dev.sluice.outbound;

import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * The topics that the sender uses, as they have to be. Those keyed by sender have one partition count, whichever it was made
 * with: a task owns a sender by owning the same partition of each. That the count never changes afterwards is watched by Kafka
 * Streams, whose changelogs have the first one.
 */
public final class OutboundTopics {
    private static final List<TopicSpec> BY_SENDER =
            List.of(Topics.REQUESTS, Topics.COMMANDS, Topics.ATTEMPTS, Topics.ATTEMPT_RESULTS);

    /** Read and written by key alone; whatever count they were made with is theirs. */
    private static final List<TopicSpec> BY_KEY = List.of(Topics.OUTCOMES, Topics.REVIEWS, Topics.LANES);

    private OutboundTopics() {}

    /**
     * How many partitions each of them has to have, by its name in the catalogue.
     *
     * @param given counts that somebody asks for; the others of a sender follow the one of the requests
     */
    public static Map<String, Integer> counts(TopicAdmin topics, Map<String, Integer> given) {
        Map<String, Integer> counts = new HashMap<>();
        int requests = given.getOrDefault(
                Topics.REQUESTS.name(), topics.partitionsOf(Topics.REQUESTS).orElse(Topics.REQUESTS.partitions()));
        BY_SENDER.forEach(topic -> counts.put(topic.name(), requests));
        BY_KEY.forEach(topic -> topics.partitionsOf(topic).ifPresent(has -> counts.put(topic.name(), has)));
        counts.putAll(given);
        return counts;
    }

    /**
     * Checks them.
     *
     * @return the partitions of every sender-keyed topic
     * @throws StartFailure (TOPICS) when one is missing or differs
     */
    static int require(Admin admin, Names names, int replicationFactor) {
        TopicAdmin topics = new TopicAdmin(admin, names, replicationFactor);
        Map<String, Integer> counts = counts(topics, Map.of());
        topics.require(Topics.usedByOutbound(), counts);
        return counts.getOrDefault(Topics.REQUESTS.name(), Topics.REQUESTS.partitions());
    }
}
