package dev.sluice.outbound;

import dev.sluice.model.Names;
import dev.sluice.model.Sender;
import dev.sluice.model.Topics;
import dev.sluice.outbound.contract.Channels;
import dev.sluice.outbound.dispatch.Credentials;
import dev.sluice.outbound.dispatch.DispatchSettings;
import dev.sluice.outbound.dispatch.Dispatcher;
import dev.sluice.outbound.dispatch.HttpSettings;
import dev.sluice.outbound.gate.FloodScope;
import dev.sluice.outbound.topology.BrokersTime;
import dev.sluice.outbound.topology.GateClients;
import dev.sluice.outbound.topology.GateParts;
import dev.sluice.outbound.topology.GateStreams;
import dev.sluice.outbound.topology.GateTopology;
import dev.sluice.outbound.topology.StreamsProperties;
import dev.sluice.outbound.topology.TaskBoard;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.settings.ClientKind;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TelegramSettings;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.StreamsConfig;

/** Makes the gate and the dispatcher of what the service has opened. */
record SendParts(
        Settings settings,
        Names names,
        KafkaClients clients,
        Channels channels,
        GateRules rules,
        OutboundMetrics metrics,
        Clock clock) {

    /** A result waits for nothing: the gate's next grant waits for it. */
    private static final Map<String, Object> AT_ONCE = Map.of(ProducerConfig.LINGER_MS_CONFIG, 0);

    GateStreams gate(int partitions, TaskBoard board) {
        GateClients gateClients = new GateClients();
        return new GateStreams(
                streamsProperties(),
                gateClients,
                gateClock -> GateTopology.build(
                        names,
                        new GateParts(
                                channels,
                                rules,
                                partitions,
                                settings.get(OutboundSettings.CLOCK_SKEW),
                                gateClock,
                                metrics,
                                board,
                                gateClients::committingNanos)),
                () -> BrokersTime.readMs(
                        () -> clients.producer("sluice-gate-clock"), names.topic(Topics.ATTEMPT_RESULTS)),
                board,
                metrics,
                clock,
                settings.find(CommonSettings.INSTANCE_ID).isPresent());
    }

    private Properties streamsProperties() {
        Map<String, Object> user = new HashMap<>(settings.kafka(ClientKind.STREAMS));
        settings.kafka(ClientKind.CONSUMER).forEach((key, value) -> user.put(StreamsConfig.consumerPrefix(key), value));
        settings.kafka(ClientKind.PRODUCER).forEach((key, value) -> user.put(StreamsConfig.producerPrefix(key), value));
        settings.kafka(ClientKind.ADMIN).forEach((key, value) -> user.put(StreamsConfig.adminClientPrefix(key), value));
        return StreamsProperties.of(
                names.group(StreamsProperties.APPLICATION),
                user,
                settings.find(CommonSettings.INSTANCE_ID),
                StateDir.of(settings),
                settings.get(CommonSettings.REPLICATION_FACTOR));
    }

    Dispatcher dispatcher(Credentials credentials, int partitions) {
        int maxCalls = settings.get(OutboundSettings.MAX_CALLS);
        return new Dispatcher(
                new Dispatcher.Surroundings(
                        names.topic(Topics.ATTEMPTS),
                        names.topic(Topics.ATTEMPT_RESULTS),
                        () -> clients.groupConsumer(
                                names.group(Dispatcher.GROUP), settings.find(CommonSettings.INSTANCE_ID), Map.of()),
                        () -> clients.producer("sluice-dispatch-results", AT_ONCE),
                        channels,
                        Map.of(Sender.Channel.TELEGRAM, settings.get(TelegramSettings.API_URL)),
                        credentials,
                        partitions,
                        metrics),
                DispatchSettings.of(
                        maxCalls,
                        settings.get(OutboundSettings.MAX_CALLS_PER_BOT),
                        OutboundSettings.sessionTimeout(settings),
                        settings.get(OutboundSettings.UNSPECIFIED_FLOOD_PAUSE),
                        settings.get(OutboundSettings.FLOOD_SCOPE) == FloodScope.CHAT_THEN_BOT),
                HttpSettings.of(
                        settings.get(OutboundSettings.HTTP_TIMEOUT),
                        settings.get(OutboundSettings.MAX_IDLE),
                        maxCalls));
    }
}
