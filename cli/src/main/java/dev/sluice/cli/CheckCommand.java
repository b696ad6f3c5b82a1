package dev.sluice.cli;

import dev.sluice.ingest.IngestSettings;
import dev.sluice.outbound.OutboundSettings;
import dev.sluice.runtime.acl.AclPreflight;
import dev.sluice.runtime.kafka.TopicState;
import dev.sluice.runtime.kafka.TopicState.Status;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TokenStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.kafka.common.errors.AuthorizationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Looks before a start whether ingest and send would work: settings, Kafka, what it allows us, the topics, each "
                    + "token by getMe, each webhook. Changes nothing, and never calls getUpdates. Prints a line for each: a "
                    + "subject, then ok, warning, failed or unknown, then details.",
            "",
            "Exit code: 0; 3 when Kafka or the Bot API is unreachable or denies us something; 4 when a topic is missing or "
                    + "differs; 1 when a token is refused or a webhook is set.",
            ""
        })
final class CheckCommand implements Callable<Integer> {
    private final Console console;
    private final List<CheckRow> failures = new ArrayList<>();

    @Mixin
    private ConfigOption config;

    @Option(
            names = "--service",
            paramLabel = "ingest|send",
            description = "Only what this service needs; may be repeated. Default: both.")
    private List<String> services = List.of();

    @Mixin
    private JsonOption json;

    CheckCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forOneAnswer(console);
        Set<CheckedService> checked = CheckedService.of(services);
        IngestSettings ingest = IngestSettings.from(settings);
        if (checked.contains(CheckedService.SEND)) {
            OutboundSettings.require(settings);
        }
        checkKafka(settings, checked);
        try (TokenStore tokens = ingest.openTokens(Clock.systemUTC());
                BotPreflight bots = new BotPreflight(ingest, checked.contains(CheckedService.INGEST))) {
            bots.check(tokens.snapshot(), this::show);
        }
        for (ExitCode worst : List.of(ExitCode.UNREACHABLE, ExitCode.TOPICS, ExitCode.CHECK_FAILED)) {
            if (failures.stream().anyMatch(row -> row.exitCode() == worst)) {
                throw new StartFailure(worst, "check", failures.size() + " of the checks above failed");
            }
        }
        return ExitCode.OK.code();
    }

    private void checkKafka(Settings settings, Set<CheckedService> checked) {
        try (Cluster cluster = Cluster.of(settings)) {
            show(CheckRow.ok("kafka", cluster.text()));
            AclPreflight acls = new AclPreflight(cluster.admin());
            TopicCatalogue topics = new TopicCatalogue(cluster);
            for (CheckedService service : checked) {
                acls.look(service.needs(cluster.names())).forEach(finding -> show(AclRow.of(finding)));
                checkTopics(topics, service);
            }
        } catch (StartFailure e) {
            show(CheckRow.failed("kafka", e.exitCode(), String.valueOf(e.getMessage())));
        }
    }

    private void checkTopics(TopicCatalogue topics, CheckedService service) {
        try {
            topics.check(service.topics(), Map.of()).forEach(state -> show(row(state)));
        } catch (StartFailure e) { // we may not look at one of them
            show(CheckRow.failed("topics", e.exitCode(), String.valueOf(e.getMessage())));
        } catch (AuthorizationException e) {
            show(CheckRow.failed("topics", ExitCode.UNREACHABLE, String.valueOf(e.getMessage())));
        }
    }

    private static CheckRow row(TopicState state) {
        String subject = "topic:" + state.topic();
        if (state.isGood()) {
            return CheckRow.ok(subject, state.detail());
        }
        String how = state.status() == Status.MISSING ? "is missing, " : "differs: ";
        return CheckRow.failed(subject, ExitCode.TOPICS, how + state.detail());
    }

    private void show(CheckRow row) {
        console.out().println(json.isOn() ? row.json() : row.line());
        if (row.status() == CheckRow.Status.FAILED) {
            failures.add(row);
        }
    }
}
