package dev.sluice.local.view;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.runtime.token.TelegramSettings;
import java.time.Duration;
import java.util.Optional;

/**
 * What {@code sluice local} is going to start, decided from its options and the settings before anything is started.
 *
 * @param realApi whether the tokens of the settings poll the Bot API of the settings; else the simulated one is started
 * @param cluster bootstrap servers of a cluster that is there already; empty for the embedded broker
 * @param prefix of all topics
 * @param replicationFactor of topics that are made
 */
record LocalPlan(
        LocalOptions options, boolean realApi, Optional<String> cluster, String prefix, int replicationFactor) {
    /** Keeps simulated updates out of the topics of a cluster that others use. */
    static final String PREFIX_ON_A_CLUSTER = "local.";

    private static final Duration FLOOD_AFTER = Duration.ofSeconds(20);

    /** Whether updates are answered: of real bots only when that is asked for, since it writes to people. */
    boolean echo() {
        return !realApi || options.echo();
    }

    /** When the simulated API makes a bot wait: in the middle of the run, and soon when the run has no end. */
    Duration floodAfter() {
        return options.runFor().map(runFor -> runFor.dividedBy(2)).orElse(FLOOD_AFTER);
    }

    /**
     * Decides.
     *
     * @throws StartFailure (USAGE) when options and settings contradict each other, and when real tokens are there without
     *     {@code --real}: polling them would confirm production updates
     */
    static LocalPlan of(LocalOptions options, Settings settings) {
        boolean tokens = settings.find(TelegramSettings.TOKENS).isPresent();
        boolean tokenDir = settings.find(TelegramSettings.TOKEN_DIR).isPresent();
        boolean realApi = tokens || tokenDir;
        if (realApi && !options.real()) {
            throw settings.refuse(
                    tokens ? TelegramSettings.TOKENS : TelegramSettings.TOKEN_DIR,
                    "is set: polling these bots would confirm their updates; wants --real as well, or to be unset");
        }
        if (options.real() && !realApi) {
            throw new StartFailure(
                    ExitCode.USAGE,
                    "--real",
                    "wants tokens in " + TelegramSettings.TOKENS.environmentName() + " or "
                            + TelegramSettings.TOKEN_DIR.environmentName());
        }
        Optional<String> cluster =
                settings.find(CommonSettings.BOOTSTRAP_SERVERS).map(servers -> String.join(",", servers));
        boolean apart = cluster.isPresent() && !realApi;
        return new LocalPlan(
                options,
                realApi,
                cluster,
                apart ? PREFIX_ON_A_CLUSTER : settings.get(CommonSettings.TOPICS_PREFIX),
                cluster.isPresent() ? settings.get(CommonSettings.REPLICATION_FACTOR) : 1);
    }
}
