package dev.sluice.outbound.contract;

import static dev.sluice.outbound.contract.Calls.TELEGRAM;
import static dev.sluice.outbound.contract.Calls.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramRefusalTest {

    @ParameterizedTest
    @ValueSource(strings = {"getUpdates", "GETUPDATES", "setWebhook", "deletewebhook", "logOut", "LogOut", "close"})
    @Tag("R17")
    void forbidsWhatTakesTheBotAway(String method) {
        Refusal refusal = TELEGRAM.refuse(request(method, "{}")).orElseThrow();

        assertEquals(Refusal.Reason.METHOD_FORBIDDEN, refusal.reason());
        assertEquals("method_forbidden", refusal.reason().word());
        assertTrue(refusal.detail().contains(method));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"sendMessage", "closeForumTopic", "getMe", "getWebhookInfo", "stopPoll", "closeGeneralForumTopic"
            })
    void takesEveryOtherMethod(String method) {
        assertEquals(Optional.empty(), TELEGRAM.refuse(request(method, "{\"chat_id\":1}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sendPhoto      | {\"photo\":\"attach://p\"}                                              | photo",
                "sendDocument   | {\"document\":\"file-id\",\"thumbnail\":\"attach://t\"}                 | thumbnail",
                "sendMediaGroup | {\"media\":[{\"type\":\"photo\",\"media\":\"attach://p\"}]}             | media",
                "sendMediaGroup | {\"media\":\"[{\\\"type\\\":\\\"photo\\\",\\\"media\\\":\\\"attach:\\/\\/p\\\"}]\"} | media",
                "sendMediaGroup | {\"media\":\" [[{\\\"thumbnail\\\":\\\"attach://p\\\"}]]\"}             | thumbnail",
                "createNewStickerSet | {\"stickers\":[{\"sticker\":\"attach:\\u002f/s\"}]}                | sticker",
                "someNewMethod  | {\"a\":{\"b\":[1,\"x\",[\"attach://p\"]]}}                              | b",
                "sendPhoto      | {\"photo\":\"data:image/png;base64,iVBORw0KGgo=\"}                      | photo",
                "setChatPhoto   | {\"chat_id\":1,\"photo\":\"AgACAgIAAx0\"}                               | method setChatPhoto",
                "uploadstickerfile | {\"user_id\":1,\"sticker\":\"https://example.org/s.webp\"}           | method uploadstickerfile",
            })
    void namesTheParameterThatNeedsAnUpload(String method, String params, String named) {
        Refusal refusal = TELEGRAM.refuse(request(method, params)).orElseThrow();

        assertEquals(Refusal.Reason.NEEDS_UPLOAD, refusal.reason());
        assertEquals("needs_upload", refusal.reason().word());
        assertTrue(refusal.detail().contains(named + " "), refusal.detail());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sendPhoto      | {\"photo\":\"AgACAgIAAx0CZ\"}",
                "sendPhoto      | {\"photo\":\"https://example.org/attach://x.png\"}",
                "sendPhoto      | {\"photo\":\"file:///srv/p.png\",\"caption\":\"attach://x\"}",
                "setChatPhoto   | {\"chat_id\":1,\"photo\":\"file:///srv/p.png\"}",
                "sendMediaGroup | {\"media\":[{\"type\":\"photo\",\"media\":\"https://example.org/p.png\",\"caption\":\"attach://\"}]}",
                "sendMessage    | {\"text\":\"attach://p is how one uploads\"}",
                "sendMessage    | {\"text\":\"[\\\"attach://p\\\"]\"}",
                "sendMessage    | {\"text\":\"{\\\"photo\\\":\\\"attach://p\\\"}\"}",
                "sendMessage    | {\"text\":\"x\",\"reply_markup\":\"{\\\"inline_keyboard\\\":[[{\\\"text\\\":\\\"attach://\\\",\\\"callback_data\\\":\\\"attach://1\\\"}]]}\"}",
                "sendMessage    | {\"reply_markup\":\"{ no JSON\",\"entities\":\"[\"}",
            })
    void letsIdsUrlsAndTextsPass(String method, String params) {
        assertEquals(Optional.empty(), TELEGRAM.refuse(request(method, params)));
    }

    @Test
    void looksIntoAnyDepth() {
        String deep = "{\"a\":" + "[".repeat(100_000) + "\"attach://x\"" + "]".repeat(100_000) + "}";

        assertEquals(
                Optional.of(Refusal.Reason.NEEDS_UPLOAD),
                TELEGRAM.refuse(request("sendPhoto", deep)).map(Refusal::reason));
    }
}
