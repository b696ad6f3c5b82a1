package dev.sluice.outbound.desk;

import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.outbound.desk.feed.DeskTopics;
import dev.sluice.runtime.acl.KafkaNeed;
import java.util.ArrayList;
import java.util.List;

/** What Kafka has to allow the desk. It joins no group. */
public final class DeskNeeds {
    private DeskNeeds() {}

    /** What it reads and writes, also when it is built into a sender. */
    public static List<KafkaNeed> builtIn(Names names) {
        return List.of(
                KafkaNeed.topic(names.topic(Topics.LANES), READ),
                KafkaNeed.topic(names.topic(Topics.REVIEWS), READ),
                KafkaNeed.topic(names.topic(Topics.OUTCOMES), READ),
                KafkaNeed.topic(names.topic(Topics.COMMANDS), WRITE));
    }

    /** A desk of its own, which looks at the settings of its topics as every service does. */
    public static List<KafkaNeed> alone(Names names) {
        List<KafkaNeed> needs = new ArrayList<>(builtIn(names));
        DeskTopics.ALL.forEach(topic -> needs.add(KafkaNeed.topic(names.topic(topic), DESCRIBE_CONFIGS)));
        return KafkaNeed.together(needs);
    }
}
