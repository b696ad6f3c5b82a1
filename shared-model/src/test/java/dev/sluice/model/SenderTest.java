package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SenderTest {

    @ParameterizedTest
    @ValueSource(strings = {"telegram:123456", "unifyport:acc_8c21d0", "unifyport:a:b", "unifyport:кот"})
    void readsWhatItWrites(String text) {
        assertEquals(text, Sender.parse(text).text());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "telegram",
                "telegram:",
                ":1",
                "Telegram:1",
                "telegram:0",
                "telegram:-1",
                "telegram:01",
                "telegram:a",
                "telegram:110001:SIMULATED-token-of-bot-110001-xxxxxx",
                "unifyport:",
                "unifyport:a/b",
                "unifyport:a b",
                "unifyport:\ud83d",
                "unifyport:a\u0000",
                "sms:1",
                "tele:1",
                "telegramm:1"
            })
    void refusesOtherTexts(String text) {
        InvalidRecordException e = assertThrows(InvalidRecordException.class, () -> Sender.parse(text));

        assertEquals("sender: neither telegram:<bot_id> nor unifyport:<account_id>", e.getMessage());
    }

    @Test
    void keysAJobBySenderAndRequest() {
        JobKey key = new JobKey(Sender.telegram(123456), "reply/8103");

        assertEquals("telegram:123456/reply/8103", new String(key.bytes(), StandardCharsets.UTF_8));
        assertEquals(key, JobKey.parse(key.text()));
        assertThrows(InvalidRecordException.class, () -> JobKey.parse("telegram:123456"));
        assertThrows(InvalidRecordException.class, () -> JobKey.parse("telegram:123456/"));
    }
}
