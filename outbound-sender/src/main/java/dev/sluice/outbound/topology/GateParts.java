package dev.sluice.outbound.topology;

import dev.sluice.model.Sender;
import dev.sluice.outbound.contract.Channel;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.gate.GateSettings;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What the gate's tasks share; all of it thread-safe, and none of it state of theirs.
 *
 * @param settings of each sender
 * @param partitions of every sender-keyed topic
 * @param clockSkew what the clocks of two brokers may differ by (R76)
 * @param committingNanos what commits have taken of the stream thread's time so far
 */
public record GateParts(
        Channels channels,
        Function<Sender, GateSettings> settings,
        int partitions,
        Duration clockSkew,
        GateClock clock,
        GateMetrics metrics,
        TaskBoard board,
        LongSupplier committingNanos) {

    Channel channelOf(Sender sender) throws RefusedException {
        return channels.of(sender)
                .orElseThrow(() -> new RefusedException(
                        "invalid_field",
                        "sender: this service has no channel "
                                + sender.channel().word()));
    }
}
