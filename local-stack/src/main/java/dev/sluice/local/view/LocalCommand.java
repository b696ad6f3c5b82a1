package dev.sluice.local.view;

import dev.sluice.cli.AllSettings;
import dev.sluice.cli.RepositoryCommand;
import dev.sluice.cli.VersionText;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.ServiceRunner;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.logging.Logging;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Durations;
import dev.sluice.runtime.settings.Settings;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "local",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Starts everything on this machine: an embedded Kafka, a simulated Bot API with traffic, the poller and the sender, "
                    + "each in a process of its own, and an echo that answers each update once. Shows live what arrives, "
                    + "where it is stored and what is sent, until Ctrl-C. In the middle the API makes a bot wait (429).",
            "",
            "In a terminal it is a page that refreshes, else one row per update and outcome. The last line is a summary; the "
                    + "exit code is 1 when an update was lost, doubled, half stored or answered twice. State and logs are "
                    + "in .sluice/, and the broker's data is kept for the next run.",
            "",
            "With SLUICE_KAFKA_BOOTSTRAP_SERVERS set it uses that cluster, and topics with the prefix local. With "
                    + "SLUICE_TELEGRAM_TOKENS and --real it polls the real Bot API, which confirms those bots' updates, and "
                    + "sends nothing without --echo.",
            ""
        })
public final class LocalCommand implements RepositoryCommand {
    private static final int MOST_BOTS = 10_000;

    @Option(names = "--bots", paramLabel = "N", description = "Simulated bots (default: 3).")
    private int bots = 3;

    @Option(names = "--rate", paramLabel = "N", description = "Updates per second, over all bots (default: 20).")
    private double rate = 20;

    @Option(
            names = "--for",
            paramLabel = "DURATION",
            description = "Stop after this time, like 60s or 10m, counted from the line that begins with ready.")
    private @Nullable String runFor;

    @Option(names = "--fresh", description = "Begin with an empty broker.")
    private boolean fresh;

    @Option(
            names = "--json",
            description =
                    "One JSON object per line: ready, update, send, event, answers, summary; then the plain summary line.")
    private boolean json;

    @Option(
            names = "--real",
            description = "Poll the real Bot API with the tokens of the settings. It confirms their updates.")
    private boolean real;

    @Option(
            names = "--echo",
            description =
                    "With --real: answer each update, which writes to people. Simulated ones are always answered.")
    private boolean echo;

    @Override
    public Integer call() {
        Map<String, String> environment = System.getenv();
        Settings settings = Settings.load(environment, List.of(), AllSettings.list(), AllSettings.FAMILIES);
        Logging.configure(
                settings.get(CommonSettings.LOG_LEVEL.withDefault("ERROR")), settings.get(CommonSettings.LOG_FORMAT));
        LocalPlan plan = LocalPlan.of(options(), settings);
        StateDir dir = StateDir.take(Path.of(environment.getOrDefault("SLUICE_HOME", "."), ".sluice"));
        LocalService service = new LocalService(plan, dir, environment, this::display, System.err);
        return ServiceRunner.run(service, LocalService.SHUTDOWN_TIMEOUT, System.err)
                .code();
    }

    private Display display(Places places) {
        ZoneId zone = ZoneId.systemDefault();
        if (json) {
            return new JsonDisplay(System.out);
        }
        return TerminalSize.standsAtStdout()
                ? new TerminalDisplay(System.out, new Screen(places.headLine(), zone), TerminalSize::now)
                : new RowDisplay(System.out, zone);
    }

    private LocalOptions options() {
        if (bots < 1 || bots > MOST_BOTS) {
            throw refused("--bots", bots + " is not accepted; wants 1 to " + MOST_BOTS);
        }
        if (!(rate >= 0 && rate <= 1_000_000)) {
            throw refused("--rate", rate + " is not accepted; wants updates per second, like 20 or 0.5");
        }
        return new LocalOptions(bots, rate, duration(), fresh, json, real, echo);
    }

    private Optional<Duration> duration() {
        try {
            return Optional.ofNullable(runFor).map(Durations::parse);
        } catch (IllegalArgumentException e) {
            throw refused("--for", "'" + runFor + "' is not accepted; wants a duration like 60s, 10m or PT1M");
        }
    }

    private static StartFailure refused(String option, String problem) {
        return new StartFailure(ExitCode.USAGE, option, problem);
    }
}
