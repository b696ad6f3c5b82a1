package dev.sluice.cli.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.model.ChatId;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

    @Test
    void aChatIsANumberOrAText() {
        assertEquals(ChatId.of(-1001234567890L), Arguments.chat("--chat", "-1001234567890"));
        assertEquals(ChatId.of("@channel"), Arguments.chat("--chat", "@channel"));
        assertEquals(ChatId.of("007"), Arguments.chat("--chat", "007"));
        assertThrows(StartFailure.class, () -> Arguments.chat("--chat", " "));
    }

    @Test
    void aDurationHasALimit() {
        assertEquals(Duration.ofSeconds(30), Arguments.duration("--wait", "30s", Duration.ofMinutes(1)));
        assertEquals(
                "sluice: --wait: '90s' is too long; wants at most 1m",
                assertThrows(StartFailure.class, () -> Arguments.duration("--wait", "90s", Duration.ofMinutes(1)))
                        .line());
        assertEquals(
                "sluice: --wait: 'soon' is no duration; wants one like 30s or 5m",
                assertThrows(StartFailure.class, () -> Arguments.duration("--wait", "soon", Duration.ofMinutes(1)))
                        .line());
    }
}
