package dev.sluice.outbound.contract;

import static dev.sluice.outbound.contract.Calls.TELEGRAM;
import static dev.sluice.outbound.contract.Calls.TOKEN;
import static dev.sluice.outbound.contract.Calls.attempt;
import static dev.sluice.outbound.contract.Calls.classify;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies that are cut, garbled, huge, or repeat what they should not. */
class TelegramDamagedAnswersTest {
    private static final String SENT = "{\"ok\":true,\"result\":{\"message_id\":5,\"text\":\"h\\u00e9 é\"}}";

    private static final String FLOOD = "{\"ok\":false,\"error_code\":429,\"parameters\":{\"retry_after\":351}}";

    private static final String REFUSED =
            "{\"ok\":false,\"error_code\":403,\"description\":\"Forbidden: bot was blocked by the user\"}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {"200|UNKNOWN|" + SENT, "429|HELD|" + FLOOD, "403|UNKNOWN|" + REFUSED})
    @Tag("R121")
    @Tag("R119")
    void takesNothingFromABodyCutAnywhere(int status, ResultClass expected, String body) {
        byte[] whole = body.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < whole.length; length++) {
            Answer cut = new Answer(status, Map.of(), Arrays.copyOf(whole, length), false);

            Verdict verdict = TELEGRAM.classify(attempt("sendMessage", "{\"chat_id\":1}"), cut);

            assertEquals(expected, verdict.resultClass(), "cut behind byte " + length);
            assertEquals(OptionalLong.empty(), verdict.retryAfterSeconds());
        }
    }

    @Test
    @Tag("R121")
    void callsNothingSentThatDoesNotSaySo() {
        long seed = Long.getLong("sluice.seed") == null ? new Random().nextLong() : Long.getLong("sluice.seed");
        System.out.println("TelegramDamagedAnswersTest: -Dsluice.seed=" + seed);
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] body = SENT.getBytes(StandardCharsets.UTF_8);
            // the ok of the whole, damaged; the rest at random
            body[6 + random.nextInt(4)] ^= (byte) (1 << random.nextInt(8));
            body[random.nextInt(body.length)] = (byte) random.nextInt(256);
            String text = new String(body, StandardCharsets.ISO_8859_1);
            int status = new int[] {200, 400, 403, 404, 413, 429, 500}[random.nextInt(7)];

            Verdict verdict = TELEGRAM.classify(
                    attempt("sendMediaGroup", "{\"chat_id\":1}"), new Answer(status, Map.of(), body, true));

            boolean repaired = text.contains("\"ok\":true") && status == 200;
            assertTrue(repaired || verdict.resultClass() != ResultClass.SENT, () -> "seed " + seed + ": " + text);
        }
    }

    @Test
    @Tag("R119")
    void survivesNestingAndSize() {
        String deep = "{\"ok\":true,\"result\":" + "[".repeat(200_000) + "]".repeat(200_000) + "}";
        assertEquals(ResultClass.SENT, classify("sendMessage", 200, deep).resultClass());

        String padded = "{\"ok\":false,\"error_code\":429,\"parameters\":{\"x\":\"" + "x".repeat(5000)
                + "\",\"retry_after\":5}}";
        assertEquals(ResultClass.HELD, classify("sendMessage", 429, padded).resultClass());
    }

    @ParameterizedTest
    @CsvSource({"200", "400", "403", "500", "502"})
    @Tag("R23")
    void boundsAndRedactsWhatTheApiSays(int status) {
        String url = "https://api.telegram.org/bot" + TOKEN + "/sendMessage";
        String json = "{\"ok\":false,\"error_code\":" + status + ",\"description\":\"a\\u0000b\\n" + url + " "
                + "x".repeat(50_000) + "\"}";
        String html = "<html>" + " ".repeat(4000) + url + " ".repeat(40) + url + "x".repeat(50_000);
        for (String body : new String[] {json, html, url}) {
            SendError.Telegram error = (SendError.Telegram)
                    classify("sendMessage", status, body).error().orElseThrow();

            assertTrue(error.description().length() <= ErrorText.MAX_CHARS + 1);
            assertFalse(error.description().contains("SIMULATED"), error.description());
            assertTrue(error.description().chars().noneMatch(Character::isISOControl));
        }
    }

    @Test
    @Tag("R23")
    void keepsNoHalfOfAToken() {
        for (int padding = 3900; padding < 4200; padding++) {
            String body = "<html>" + " ".repeat(padding) + TOKEN + " ".repeat(100);

            assertFalse(description(classify("sendMessage", 502, body)).contains("SIM"), "padding " + padding);
        }
        for (int length = 0; length < TOKEN.length(); length++) {
            Answer cut = new Answer(
                    502, Map.of(), ("<html> " + TOKEN.substring(0, length)).getBytes(StandardCharsets.UTF_8), false);

            assertFalse(description(TELEGRAM.classify(attempt("sendMessage", "{}"), cut))
                    .contains("SIM"));
        }
    }

    @Test
    void quotesNothingOfASuccessThatWasCut() {
        Answer cut = new Answer(
                200, Map.of(), "{\"ok\":true,\"result\":{\"text\":\"private".getBytes(StandardCharsets.UTF_8), false);

        Verdict verdict = TELEGRAM.classify(attempt("sendMessage", "{}"), cut);

        assertFalse(description(verdict).contains("private"));
        assertTrue(description(verdict).contains("cut short"), description(verdict));
        assertFalse(cut.toString().contains("private"));
    }

    private static String description(Verdict verdict) {
        return ((SendError.Telegram) verdict.error().orElseThrow()).description();
    }
}
