package dev.sluice.runtime.secret;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("R23")
class RedactorTest {
    private static final String HIDDEN = "SIMULATED-token-of-bot-110001-xxxxxx";
    private static final String TOKEN = "110001:" + HIDDEN;

    @ParameterizedTest
    @ValueSource(
            strings = {
                TOKEN,
                "token " + TOKEN + " refused",
                "https://api.telegram.org/bot" + TOKEN + "/getUpdates?timeout=50",
                "http://localhost:8081/bot" + TOKEN,
                "GET /bot110001%3A" + HIDDEN + "/getMe",
                "GET /bot110001%3a" + HIDDEN + "/getMe",
                "%2Fbot110001%253A" + HIDDEN + "%2FgetMe",
                "{\"token\":\"" + TOKEN + "\"}",
                "a=" + TOKEN + "," + TOKEN + ";",
                "99999999999999999999999" + TOKEN,
                "at 12:30:45 " + TOKEN,
            })
    void tokensGoByTheirShape(String text) {
        String redacted = Redactor.redact(text);

        assertEquals(text.replace(HIDDEN, "•••"), redacted);
        assertEquals(redacted, Redactor.redact(redacted));
    }

    @Test
    void aPathThatWasCutShortStillHidesWhatIsLeft() {
        assertEquals("GET /bot110001:•••/getUpdates", Redactor.redact("GET /bot110001:SIMUL/getUpdates"));
        assertEquals("GET /bot110001:•••", Redactor.redact("GET /bot110001:SIMULATED-to"));
        assertEquals("\"/bot110001:•••\" failed", Redactor.redact("\"/bot110001:abc\" failed"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "at 12:30:45.123",
                "localhost:9092 [2001:db8::1]:9092",
                "110001:8103",
                "key 110001:too-short-for-a-token",
                "/bottles/1:2",
                "50% of 3A"
            })
    void ordinaryTextStaysTheSameObject(String text) {
        assertSame(text, Redactor.redact(text));
    }

    @Test
    void registeredValuesGoWhateverTheirShape() {
        Secret.of("s3cr3t word&more");
        Redactor.register(Secret.of("s3cr3t word&more and longer"));

        assertEquals(
                "a •••, b ••• c ••• d",
                Redactor.redact("a s3cr3t word&more, b s3cr3t+word%26more c s3cr3t word&more and longer d"));
    }

    @Test
    void aValueTooShortToHideIsLeft() {
        Secret.of("abc");

        assertEquals("abcdef", Redactor.redact("abcdef"));
    }

    @Test
    void aSecretPrintsAsDots() {
        Secret secret = Secret.of(TOKEN);

        assertEquals("•••", secret.toString());
        assertEquals("•••", String.format("%s", secret));
        assertEquals(TOKEN, secret.reveal());
        assertEquals(Secret.of(TOKEN), secret);
        assertEquals(Secret.of(TOKEN).hashCode(), secret.hashCode());
        assertNotEquals(Secret.of(TOKEN + "y"), secret);
    }
}
