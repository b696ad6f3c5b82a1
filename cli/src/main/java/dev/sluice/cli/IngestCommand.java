package dev.sluice.cli;

import dev.sluice.ingest.IngestService;
import dev.sluice.ingest.IngestSettings;
import dev.sluice.runtime.lifecycle.ServiceRunner;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "ingest",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Polls the Bot API for all bots whose tokens it has, and stores every update with the bot's next offset in one "
                    + "Kafka transaction. Runs until SIGTERM or Ctrl-C, then finishes what it has received.",
            "",
            "Start as many as you like with the same tokens: each owns a share of the bots, and takes over from one that "
                    + "dies. Health and metrics are on the management port, 8401 unless set.",
            ""
        })
final class IngestCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConfigOption config;

    IngestCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forService(console);
        String instance = settings.find(CommonSettings.INSTANCE_ID).orElseGet(() -> "ingest-" + UUID.randomUUID());
        return ServiceRunner.run(
                        new IngestService(settings, instance, Clock.systemUTC()),
                        settings.get(IngestSettings.SHUTDOWN_TIMEOUT),
                        console.err())
                .code();
    }
}
