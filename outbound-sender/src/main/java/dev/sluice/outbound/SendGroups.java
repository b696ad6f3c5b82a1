package dev.sluice.outbound;

import dev.sluice.model.Names;
import dev.sluice.outbound.dispatch.Dispatcher;
import dev.sluice.outbound.topology.StreamsProperties;
import java.util.List;

/** What the sender is called in Kafka, for whoever asks about it from outside. */
public final class SendGroups {
    private SendGroups() {}

    /** The group of the gate. Its internal topics and transactional ids begin with this name and a hyphen. */
    public static String gate(Names names) {
        return names.group(StreamsProperties.APPLICATION);
    }

    /** Both its groups. */
    public static List<String> all(Names names) {
        return List.of(gate(names), names.group(Dispatcher.GROUP));
    }

    /** The internal topics, once the first sender has been started. */
    public static List<String> changelogs(Names names) {
        return StreamsProperties.changelogs(gate(names));
    }
}
