package dev.sluice.outbound;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.outbound.desk.DeskNeeds;
import dev.sluice.outbound.dispatch.Dispatcher;
import dev.sluice.runtime.acl.KafkaNeed;
import java.util.ArrayList;
import java.util.List;

/** What Kafka has to allow the sender. */
public final class SendNeeds {
    private SendNeeds() {}

    /** The sender with the desk that is built into it. */
    public static List<KafkaNeed> of(Names names) {
        List<KafkaNeed> needs = new ArrayList<>(required(names));
        needs.addAll(DeskNeeds.builtIn(names));
        return KafkaNeed.together(needs);
    }

    /** What it cannot send without. That the desk may not read something is no reason to send nothing. */
    public static List<KafkaNeed> required(Names names) {
        String gate = SendGroups.gate(names);
        return List.of(
                // written, too: what lies in a wrong partition is sent to its own, and barriers go among the commands
                KafkaNeed.topic(names.topic(Topics.REQUESTS), READ, WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.COMMANDS), READ, WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.ATTEMPTS), READ, WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.ATTEMPT_RESULTS), READ, WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.OUTCOMES), WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.REVIEWS), WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.DEAD_LETTERS), WRITE, DESCRIBE_CONFIGS),
                KafkaNeed.topic(names.topic(Topics.LANES), WRITE, DESCRIBE_CONFIGS),
                // the changelogs of its stores, which it makes itself
                KafkaNeed.topics(gate + "-", SendGroups.changelogs(names), READ, WRITE, CREATE),
                KafkaNeed.group(gate, READ),
                KafkaNeed.group(names.group(Dispatcher.GROUP), READ),
                // Kafka Streams makes a new one for each process
                KafkaNeed.transactionalIds(gate + "-", List.of(gate + "-check")));
    }
}
