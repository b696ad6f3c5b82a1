package dev.sluice.outbound.contract;

import static dev.sluice.outbound.contract.Calls.TELEGRAM;
import static dev.sluice.outbound.contract.Calls.TOKEN;
import static dev.sluice.outbound.contract.Calls.attempt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.runtime.secret.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramCallTest {

    @Test
    @Tag("R91")
    void sendsTheParametersByteForByteAndNothingElse() {
        String params = "{ \"chat_id\":\"@Foo\" ,\"text\":\"h\\u00e9 é\", \"n\":1.0}";

        Call call = TELEGRAM.call(attempt("SendMessage", params), Secret.of(TOKEN));

        assertEquals("/bot" + TOKEN + "/SendMessage", call.path());
        assertEquals(Map.of("Content-Type", "application/json"), call.headers());
        assertEquals(params, new String(call.body(), StandardCharsets.UTF_8));
    }

    @Test
    @Tag("R23")
    void showsNoToken() {
        Call call = TELEGRAM.call(attempt("sendMessage", "{}"), Secret.of(TOKEN));

        assertFalse(call.toString().contains("SIMULATED"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "110002:SIMULATED-token-of-bot-110002-xxxxxx",
                "110001:SIMULATED/token",
                "110001:SIMULATED token\r\nX: y",
                "110001:",
                "SIMULATED"
            })
    @Tag("R23")
    void refusesATokenThatIsNotTheSenders(String token) {
        IllegalArgumentException e = assertThrows(
                IllegalArgumentException.class, () -> TELEGRAM.call(attempt("sendMessage", "{}"), Secret.of(token)));

        assertEquals("not a token of telegram:110001", e.getMessage());
    }
}
