package dev.sluice.cli;

import static org.apache.kafka.common.acl.AclOperation.CREATE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE_CONFIGS;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;

import dev.sluice.ingest.IngestNeeds;
import dev.sluice.model.Names;
import dev.sluice.model.Topics;
import dev.sluice.outbound.SendGroups;
import dev.sluice.outbound.SendNeeds;
import dev.sluice.outbound.desk.DeskNeeds;
import dev.sluice.runtime.acl.KafkaNeed;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * Who has to do with Sluice's topics, and the least that Kafka has to allow each. {@code deploy/kafka/acls.sh} and the table
 * of {@code docs/security.md} are made of this.
 */
public enum AclRole {
    INGEST("the poller, `sluice ingest`", (names, group) -> IngestNeeds.of(names)),
    SEND("the sender with its desk, `sluice send`", (names, group) -> SendNeeds.of(names)),
    DESK("a desk of its own, `sluice desk`", (names, group) -> DeskNeeds.alone(names)),
    TOPICS("`sluice topics create` and `check`", (names, group) -> topics(names)),
    OPERATOR(
            "a person with `sluice request`, `dead-letters`, `quarantine list` and `bots`",
            (names, group) -> operator(names)),
    REDRIVE("a person with `sluice quarantine retry`, which writes updates", (names, group) -> redrive(names)),
    CONSUMER(
            "a service that reads updates, in a group of its own",
            (names, group) ->
                    List.of(KafkaNeed.topic(names.topic(Topics.UPDATES), READ), KafkaNeed.group(group, READ))),
    PRODUCER(
            "a service that writes send requests",
            (names, group) -> List.of(KafkaNeed.topic(names.topic(Topics.REQUESTS), WRITE))),
    OUTCOMES(
            "a service that reads what became of its requests, in a group of its own",
            (names, group) ->
                    List.of(KafkaNeed.topic(names.topic(Topics.OUTCOMES), READ), KafkaNeed.group(group, READ)));

    private final String description;
    private final BiFunction<Names, String, List<KafkaNeed>> needs;

    AclRole(String description, BiFunction<Names, String, List<KafkaNeed>> needs) {
        this.description = description;
        this.needs = needs;
    }

    /** Its name in the script. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String description() {
        return description;
    }

    /**
     * What it needs.
     *
     * @param group the consumer group of a service that is not Sluice's; others do not look at it
     */
    public List<KafkaNeed> needs(Names names, String group) {
        return needs.apply(names, group);
    }

    /** The checkpoint topic gets a record that says how many shards it was made with, and that is looked for. */
    private static List<KafkaNeed> topics(Names names) {
        List<KafkaNeed> needs = new ArrayList<>();
        Topics.all().forEach(spec -> needs.add(KafkaNeed.topic(names.topic(spec), CREATE, DESCRIBE, DESCRIBE_CONFIGS)));
        needs.add(KafkaNeed.topic(names.topic(Topics.CHECKPOINTS), READ, WRITE));
        return KafkaNeed.together(needs);
    }

    private static List<KafkaNeed> redrive(Names names) {
        return List.of(
                KafkaNeed.topic(names.topic(Topics.QUARANTINE), READ),
                // read, too: what is stored already is not stored again
                KafkaNeed.topic(names.topic(Topics.UPDATES), READ, WRITE),
                KafkaNeed.transactionalId(names.group("sluice-quarantine-retry")));
    }

    private static List<KafkaNeed> operator(Names names) {
        return List.of(
                KafkaNeed.topic(names.topic(Topics.REQUESTS), WRITE),
                KafkaNeed.topic(names.topic(Topics.COMMANDS), WRITE),
                KafkaNeed.topic(names.topic(Topics.OUTCOMES), READ),
                KafkaNeed.topic(names.topic(Topics.REVIEWS), READ),
                KafkaNeed.topic(names.topic(Topics.LANES), READ),
                KafkaNeed.topic(names.topic(Topics.DEAD_LETTERS), READ),
                KafkaNeed.topic(names.topic(Topics.QUARANTINE), READ),
                KafkaNeed.topic(names.topic(Topics.CHECKPOINTS), READ),
                // how far the gate has come: whether a repeated request is answered by an older outcome
                KafkaNeed.group(SendGroups.gate(names), DESCRIBE));
    }
}
