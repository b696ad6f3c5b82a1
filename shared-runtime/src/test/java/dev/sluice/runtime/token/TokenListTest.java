package dev.sluice.runtime.token;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.secret.Secret;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenListTest {
    private static final String KEY = "sluice.telegram.tokens";
    private static final String A = "110001:SIMULATED-token-of-bot-110001-xxxxx";
    private static final String B = "5025045066:SIMULATED_token_of_bot_5025045066_x";

    @Test
    void knowsEachBotByTheNumberBeforeTheColon() {
        TokenStore store = TokenStore.ofList(KEY, List.of(A, B));

        assertEquals(Map.of(110001L, Secret.of(A), 5025045066L, Secret.of(B)), store.snapshot());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "110001",
                "110001:",
                "110001:too-short",
                ":SIMULATED-token-of-bot-110001-xxxxx",
                "bot110001:SIMULATED-token-of-bot-110001-xxxxx",
                " 110001:SIMULATED-token-of-bot-110001-xxxxx",
                "110001:SIMULATED-token-of-bot-110001-xxxxx ",
                "110001:SIMULATED token of bot 110001 xxxxx",
                "0110001:SIMULATED-token-of-bot-110001-xxxxx",
                "-110001:SIMULATED-token-of-bot-110001-xxxxx",
                "99999999999999999999:SIMULATED-token-of-bot-110001-xxxxx",
                "110001:SIMULATED-token-of-bot-110001-xxxxx/getMe"
            })
    @Tag("R23")
    void refusesWhatIsNoTokenByItsPosition(String bad) {
        StartFailure failure = assertThrows(StartFailure.class, () -> TokenStore.ofList(KEY, List.of(A, bad)));

        assertEquals(ExitCode.USAGE, failure.exitCode());
        assertEquals(
                "sluice: sluice.telegram.tokens: number 2 is no bot token, "
                        + "it wants <bot id>:<35 of A-Z a-z 0-9 _ ->",
                failure.line());
    }

    @Test
    @Tag("R14")
    void refusesABotThatIsListedTwice() {
        String other = "110001:ANOTHER_1-token-of-bot-110001-xxxxx";

        StartFailure failure = assertThrows(StartFailure.class, () -> TokenStore.ofList(KEY, List.of(A, B, other)));

        assertEquals(ExitCode.USAGE, failure.exitCode());
        assertEquals(
                "sluice: sluice.telegram.tokens: numbers 1 and 3 are of the same bot, wants each bot once",
                failure.line());
        assertFalse(String.valueOf(failure).contains("ANOTHER"));
    }
}
