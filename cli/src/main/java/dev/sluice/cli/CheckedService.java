package dev.sluice.cli;

import dev.sluice.ingest.IngestNeeds;
import dev.sluice.model.Names;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.outbound.SendNeeds;
import dev.sluice.runtime.acl.KafkaNeed;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** A service that {@code sluice check} can look ahead for. */
enum CheckedService {
    INGEST(Topics.ownedByIngest(), IngestNeeds::of),
    SEND(Topics.usedByOutbound(), SendNeeds::of);

    private final List<TopicSpec> topics;
    private final Function<Names, List<KafkaNeed>> needs;

    CheckedService(List<TopicSpec> topics, Function<Names, List<KafkaNeed>> needs) {
        this.topics = topics;
        this.needs = needs;
    }

    /**
     * Those that are named, or all.
     *
     * @throws StartFailure (USAGE) when a name is none
     */
    static Set<CheckedService> of(List<String> words) {
        Set<CheckedService> found = EnumSet.noneOf(CheckedService.class);
        for (String word : words) {
            found.add(List.of(values()).stream()
                    .filter(service -> service.name().toLowerCase(Locale.ROOT).equals(word))
                    .findFirst()
                    .orElseThrow(() -> new StartFailure(
                            ExitCode.USAGE, "--service", "'" + word + "' is not accepted; wants ingest or send")));
        }
        return found.isEmpty() ? EnumSet.allOf(CheckedService.class) : found;
    }

    List<TopicSpec> topics() {
        return topics;
    }

    List<KafkaNeed> needs(Names names) {
        return needs.apply(names);
    }
}
