package dev.sluice.outbound;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.FloodScope;
import dev.sluice.outbound.gate.GateSettings;
import dev.sluice.outbound.gate.Limit;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboundSettingsTest {
    private static final Sender BOT = Sender.telegram(110001);

    @TempDir
    Path dir;

    @Test
    void theDefaultsAreTheContracts() {
        Settings settings = load("");

        assertEquals(GateSettings.DEFAULT, new GateRules(settings).apply(BOT));
        assertEquals(Duration.ofSeconds(35), settings.get(OutboundSettings.HTTP_TIMEOUT));
        assertEquals(Duration.ofSeconds(4), settings.get(OutboundSettings.MAX_IDLE));
        assertEquals(8402, settings.get(OutboundSettings.MANAGEMENT_PORT));
        assertDoesNotThrow(() -> OutboundSettings.requireOrder(settings));
    }

    @Test
    @Tag("R84")
    void aSenderMayHaveRulesOfItsOwn() {
        GateRules rules = new GateRules(load("""
                sluice.outbound.bot-limit=20/1s
                sluice.outbound.senders."telegram\\:110001".bot-limit=1000/1s
                sluice.outbound.senders."telegram\\:110001".flood-scope=chat-then-bot
                """));

        assertEquals(new Limit(1000, 1000), rules.apply(BOT).bot());
        assertEquals(FloodScope.CHAT_THEN_BOT, rules.apply(BOT).floodScope());
        assertEquals(new Limit(20, 1000), rules.apply(Sender.telegram(110002)).bot());
        assertEquals(FloodScope.BOT, rules.apply(Sender.telegram(110002)).floodScope());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sluice.outbound.attempt-lease    | sluice.outbound.attempt-lease=15s
            sluice.outbound.attempt-lease    | sluice.kafka.producer.transaction.timeout.ms=30000
            sluice.outbound.attempt-deadline | sluice.outbound.attempt-deadline=56s
            sluice.outbound.attempt-deadline | sluice.outbound.http-timeout=39s
            sluice.outbound.attempt-deadline | sluice.outbound.clock-skew=6s
            sluice.outbound.shutdown-timeout | sluice.outbound.shutdown-timeout=39s
            """)
    void timeoutsThatDoNotHangTogetherAreRefused(String key, String line) {
        Settings settings = load(line);

        StartFailure refused = assertThrows(StartFailure.class, () -> OutboundSettings.requireOrder(settings));

        assertTrue(refused.line().startsWith("sluice: " + key + ": "), refused::line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sluice.outbound.senders."pigeon:1".bot-limit     | sluice.outbound.senders."pigeon\\:1".bot-limit=1/1s
            sluice.outbound.senders."telegram:1".bot-limit   | sluice.outbound.senders."telegram\\:1".bot-limit=many
            sluice.outbound.senders."telegram:1".max-calls   | sluice.outbound.senders."telegram\\:1".max-calls=1
            """)
    void rulesOfOneSenderAreCheckedAtTheStart(String key, String line) {
        Settings settings = load(line);

        StartFailure refused = assertThrows(StartFailure.class, () -> new GateRules(settings));

        assertTrue(refused.line().startsWith("sluice: " + key + ": "), refused::line);
    }

    @Test
    void aWeightIsAnIntegerOrItems() {
        Settings wrong = load("sluice.outbound.method-weights.sendPhoto=heavy");

        StartFailure refused = assertThrows(StartFailure.class, () -> GateRules.weights(wrong));

        assertTrue(refused.line().startsWith("sluice: sluice.outbound.method-weights.sendPhoto: "), refused::line);
        assertDoesNotThrow(() -> GateRules.weights(load("sluice.outbound.method-weights.sendPhoto=items")));
    }

    private Settings load(String lines) {
        List<Setting<?>> known = new ArrayList<>(CommonSettings.ALL);
        known.addAll(OutboundSettings.ALL);
        try {
            Path file = Files.writeString(dir.resolve("a.properties"), lines);
            return Settings.load(Map.of(), List.of(file), known, OutboundSettings.FAMILIES);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
