package dev.sluice.local.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.AllSettings;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalPlanTest {
    private static final String TOKEN = "110001:SIMULATED-token-of-bot-110001-xxxxxx";

    @Test
    void withoutSettingsEverythingIsOnThisMachine() {
        LocalPlan plan = plan(false, Map.of());

        assertFalse(plan.realApi());
        assertEquals(Optional.empty(), plan.cluster());
        assertEquals("", plan.prefix());
        assertEquals(1, plan.replicationFactor());
    }

    @ParameterizedTest
    @Tag("R17")
    @ValueSource(strings = {"SLUICE_TELEGRAM_TOKENS", "SLUICE_TELEGRAM_TOKEN_DIR"})
    void realTokensNeedTheWordReal(String variable) {
        Map<String, String> tokens = Map.of(variable, variable.endsWith("TOKENS") ? TOKEN : "/tokens");

        StartFailure refused = assertThrows(StartFailure.class, () -> plan(false, tokens));

        assertEquals(ExitCode.USAGE, refused.exitCode());
        assertTrue(
                refused.line()
                        .startsWith("sluice: " + variable + ": is set: polling these bots would confirm their updates"),
                refused.line());
        assertFalse(refused.line().contains("SIMULATED"), refused.line());
        assertTrue(plan(true, tokens).realApi());
    }

    @Test
    void realNeedsTokens() {
        StartFailure refused = assertThrows(StartFailure.class, () -> plan(true, Map.of()));

        assertEquals(
                "sluice: --real: wants tokens in SLUICE_TELEGRAM_TOKENS or SLUICE_TELEGRAM_TOKEN_DIR", refused.line());
    }

    @Test
    void theSimulatedApiOnARealClusterWritesToTopicsOfItsOwn() {
        Map<String, String> cluster =
                Map.of("SLUICE_KAFKA_BOOTSTRAP_SERVERS", "a:9092,b:9092", "SLUICE_TOPICS_PREFIX", "prod.");

        LocalPlan plan = plan(false, cluster);

        assertEquals(Optional.of("a:9092,b:9092"), plan.cluster());
        assertEquals("local.", plan.prefix());
        assertEquals(3, plan.replicationFactor());
    }

    @Test
    void realTokensOnARealClusterKeepThePrefix() {
        LocalPlan plan = plan(
                true,
                Map.of(
                        "SLUICE_KAFKA_BOOTSTRAP_SERVERS", "a:9092",
                        "SLUICE_TOPICS_PREFIX", "prod.",
                        "SLUICE_TELEGRAM_TOKENS", TOKEN));

        assertEquals("prod.", plan.prefix());
    }

    @Test
    void realBotsAreAnsweredOnlyWhenThatIsAskedFor() {
        Map<String, String> tokens = Map.of("SLUICE_TELEGRAM_TOKENS", TOKEN);
        Settings settings = Settings.load(tokens, List.of(), AllSettings.list());
        LocalOptions echo = new LocalOptions(3, 20, Optional.empty(), false, false, true, true);

        assertFalse(plan(true, tokens).echo());
        assertTrue(LocalPlan.of(echo, settings).echo());
        assertTrue(plan(false, Map.of()).echo());
    }

    @Test
    void theFloodComesInTheMiddle() {
        LocalOptions minute = new LocalOptions(3, 20, Optional.of(Duration.ofMinutes(1)), false, false, false, false);

        assertEquals(
                Duration.ofSeconds(30),
                LocalPlan.of(minute, Settings.load(Map.of(), List.of(), AllSettings.list()))
                        .floodAfter());
        assertEquals(Duration.ofSeconds(20), plan(false, Map.of()).floodAfter());
    }

    private static LocalPlan plan(boolean real, Map<String, String> environment) {
        LocalOptions options = new LocalOptions(3, 20, Optional.empty(), false, false, real, false);
        return LocalPlan.of(options, Settings.load(environment, List.of(), AllSettings.list()));
    }
}
