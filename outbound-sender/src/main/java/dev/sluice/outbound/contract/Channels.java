package dev.sluice.outbound.contract;

import dev.sluice.model.Sender;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The channels that this service sends through. Immutable. */
public final class Channels {

    private final Map<Sender.Channel, Channel> byKind = new EnumMap<>(Sender.Channel.class);

    /**
     * These channels.
     *
     * @throws IllegalArgumentException when two are of one kind
     */
    public Channels(List<Channel> channels) {
        for (Channel channel : channels) {
            if (byKind.put(channel.kind(), channel) != null) {
                throw new IllegalArgumentException("two channels of one kind: " + channel.kind());
            }
        }
    }

    /** The sender's channel; empty when there is none here. */
    public Optional<Channel> of(Sender sender) {
        return Optional.ofNullable(byKind.get(sender.channel()));
    }
}
