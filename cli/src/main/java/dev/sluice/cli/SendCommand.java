package dev.sluice.cli;

import dev.sluice.outbound.OutboundSettings;
import dev.sluice.outbound.SendService;
import dev.sluice.runtime.lifecycle.ServiceRunner;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
        name = "send",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        description = {
            "Takes send requests from outbound.requests and delivers them, each bot, chat and job inside its limits, and none "
                    + "of them blindly twice. Runs until SIGTERM or Ctrl-C, then waits for the answers of its last calls.",
            "",
            "Start as many as you like with the same tokens: each owns a share of the senders, and takes over from one that "
                    + "dies. Health and metrics are on the management port, 8402 unless set; the review desk is at "
                    + "http://localhost:8400 unless set otherwise.",
            ""
        })
final class SendCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ConfigOption config;

    SendCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        Settings settings = config.forService(console);
        String instance = settings.find(CommonSettings.INSTANCE_ID).orElseGet(() -> "send-" + UUID.randomUUID());
        return ServiceRunner.run(
                        new SendService(settings, instance, VersionText.text(), Clock.systemUTC()),
                        settings.get(OutboundSettings.SHUTDOWN_TIMEOUT),
                        console.err())
                .code();
    }
}
