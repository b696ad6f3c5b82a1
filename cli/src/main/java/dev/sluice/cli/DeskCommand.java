package dev.sluice.cli;

import dev.sluice.outbound.desk.DeskService;
import dev.sluice.runtime.lifecycle.ServiceRunner;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "desk",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Shows lanes, the requests that wait for a person, and recent outcomes, and takes what people decide: a page and a "
                    + "JSON API at http://localhost:8400 unless set otherwise. Runs until SIGTERM or Ctrl-C.",
            "",
            "Every sender has the same desk built in; this one needs no bot tokens and no state. Each shows everything. "
                    + "Health and metrics are on the management port, 8404 unless set.",
            ""
        })
final class DeskCommand implements Callable<Integer> {
    private static final Duration SHUTDOWN = Duration.ofSeconds(10);

    private final Console console;

    @Mixin
    private ConfigOption config;

    DeskCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forService(console);
        String instance = settings.find(CommonSettings.INSTANCE_ID).orElseGet(() -> "desk-" + UUID.randomUUID());
        return ServiceRunner.run(
                        new DeskService(settings, instance, VersionText.text(), Clock.systemUTC()),
                        SHUTDOWN,
                        console.err())
                .code();
    }
}
