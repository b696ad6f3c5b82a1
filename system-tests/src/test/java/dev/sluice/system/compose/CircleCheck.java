package dev.sluice.system.compose;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.local.botapi.LedgerCall;
import dev.sluice.local.botapi.LedgerPush;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.echo.EchoAnswers;
import dev.sluice.local.sends.AnswerCheck;
import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.view.SimulatedBots;
import dev.sluice.model.OutcomeCodec;
import dev.sluice.model.Topics;
import dev.sluice.system.check.ApiLedger;
import dev.sluice.system.check.CommittedReader;
import dev.sluice.system.check.IngestInvariants;
import dev.sluice.system.check.IngestReport;
import dev.sluice.system.check.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What ledger and topics say of the bots whose updates are answered. */
final class CircleCheck {
    private static final Duration DEADLINE = Duration.ofSeconds(90);

    private final SimulatorClient api;
    private final CommittedReader reader;
    private final Set<Long> bots;

    /** @param reader opened with all topics, and keeping all values */
    CircleCheck(SimulatorClient api, CommittedReader reader, Set<Long> bots) {
        this.api = api;
        this.reader = reader;
        this.bots = bots;
    }

    /** Whether nothing waits at the API, and every bot hangs in its next poll. */
    boolean isDrained() {
        return api.bots().stream()
                .filter(bot -> bots.contains(bot.botId()))
                .allMatch(bot -> bot.pending() == 0 && bot.polled());
    }

    /** I1 to I4, at a standstill. */
    IngestReport updates() {
        List<LedgerPush> pushes = new ArrayList<>();
        for (long bot : bots) {
            try (Stream<LedgerPush> lines = api.pushes(bot, false)) {
                lines.forEach(pushes::add);
            }
        }
        ApiLedger ledger = new ApiLedger(
                api.sequences().stream().filter(s -> bots.contains(s.botId())).toList(), pushes);
        return new IngestInvariants(reader, Topics.UPDATES.name(), Topics.CHECKPOINTS.name(), Topics.QUARANTINE.name())
                .check(ledger);
    }

    /** How often each stored update was answered, by the calls that the API carried out. */
    AnswerCount answers() {
        reader.readToEnd(DEADLINE, Topics.UPDATES.name());
        AnswerCheck check = new AnswerCheck(SimulatedBots.FLOOD_WAIT);
        for (StoredRecord update : reader.records(Topics.UPDATES.name())) {
            EchoAnswers.to(new ConsumerRecord<>(
                            update.topic(),
                            update.partition(),
                            update.offset(),
                            update.key().getBytes(UTF_8),
                            update.value()))
                    .ifPresentOrElse(check::expect, check::nobody);
        }
        try (Stream<LedgerCall> calls = api.calls(0)) {
            calls.filter(call -> bots.contains(call.botId()))
                    .filter(call -> !call.method().equalsIgnoreCase("getUpdates"))
                    .forEach(check::called);
        }
        return check.count();
    }

    /**
     * Ingest events by type. Those of bots without updates apart: their polls hang for 50 s, and when each poller in a row is
     * replaced sooner, none of them has had an answer that says that the bot was served.
     */
    Map<String, Long> events() {
        return count(Topics.INGEST_EVENTS.name(), record -> {
            JsonNode event = JsonMapper.shared().readTree(record.value());
            String type = event.path("type").asString();
            return type.equals("gap") && !bots.contains(event.path("bot_id").asLong())
                    ? type + " of an idle bot"
                    : type;
        });
    }

    /** The ingest events that say that something is or may be amiss, word by word. */
    List<String> troubles() {
        return reader.records(Topics.INGEST_EVENTS.name()).stream()
                .map(record -> new String(record.value(), UTF_8))
                .filter(event -> !event.contains("\"owner_changed\""))
                .toList();
    }

    /** Outcomes by state, of all senders. */
    Map<String, Long> outcomes() {
        return count(
                Topics.OUTCOMES.name(),
                record -> OutcomeCodec.decode(record.value()).state().word());
    }

    private Map<String, Long> count(String topic, Function<StoredRecord, String> kind) {
        reader.readToEnd(DEADLINE, topic);
        return reader.records(topic).stream()
                .filter(record -> record.value().length > 0)
                .collect(Collectors.groupingBy(kind, TreeMap::new, Collectors.counting()));
    }
}
