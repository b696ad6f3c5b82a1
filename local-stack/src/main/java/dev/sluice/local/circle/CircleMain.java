package dev.sluice.local.circle;

import dev.sluice.cli.AllSettings;
import dev.sluice.runtime.lifecycle.ServiceRunner;
import dev.sluice.runtime.logging.Logging;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@link CircleService} as a process, for the compose file; Kafka is named by the settings in its environment. */
@Command(
        name = "circle",
        mixinStandardHelpOptions = true,
        description = "Makes updates at a simulated Bot API, answers each, and says every 10 s how it goes.")
public final class CircleMain implements Callable<Integer> {
    private static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(10);

    @Option(names = "--control", required = true, description = "Control URL of the simulated Bot API.")
    private String control = "";

    @Option(names = "--bots", defaultValue = "3", description = "How many of its bots get updates.")
    private int bots;

    @Option(names = "--rate", defaultValue = "20", description = "Updates per second, over all bots.")
    private double rate;

    @Option(names = "--floods", description = "Once a minute the API makes the first bot wait (429).")
    private boolean floods;

    public static void main(String[] args) {
        System.exit(new CommandLine(new CircleMain()).execute(args));
    }

    @Override
    public Integer call() {
        Settings settings = Settings.load(System.getenv(), List.of(), AllSettings.list(), AllSettings.FAMILIES);
        Logging.configure(
                settings.get(CommonSettings.LOG_LEVEL.withDefault("ERROR")), settings.get(CommonSettings.LOG_FORMAT));
        CircleService circle = new CircleService(settings, control, bots, rate, floods, System.out);
        return ServiceRunner.run(circle, SHUTDOWN_TIMEOUT, System.err).code();
    }
}
