package dev.sluice.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParamsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"chat_id\":-1001234567890123}    | -1001234567890123 | false",
                "{\"chat_id\":\"42\"}               | 42                | true",
                "{\"chat_id\":\"@F\\u006fo\"}       | @Foo              | true",
                "{\"chat_id\":123456789012345678901234567890} | 123456789012345678901234567890 | false",
            })
    void readsTheChatId(String json, String text, boolean quoted) {
        assertEquals(Optional.of(new ChatId(text, quoted)), Params.of(json).chatId());
    }

    @Test
    void readsNoChatIdFurtherDown() {
        assertEquals(Optional.empty(), Params.of("{\"reply\":{\"chat_id\":42}}").chatId());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"chat_id\":42}                            | {\"chat_id\":-1007}",
                "{ \"a\":{\"chat_id\":42},\"chat_id\" : \"42\" , \"b\":42} | { \"a\":{\"chat_id\":42},\"chat_id\" : -1007 , \"b\":42}",
                "{\"chat_\\u0069d\":-123456789012,\"text\":\"-123456789012 é\"} | {\"chat_\\u0069d\":-1007,\"text\":\"-123456789012 é\"}",
            })
    void changesOnlyTheChatIdWhenAChatMoves(String before, String after) {
        Params moved = Params.of(before).withChatId(-1007);

        assertEquals(after, new String(moved.json().toBytes(), StandardCharsets.UTF_8));
        assertEquals(Optional.of(ChatId.of(-1007)), moved.chatId());
    }

    @Test
    void movesNothingWithoutAChat() {
        assertThrows(IllegalStateException.class, () -> Params.of("{}").withChatId(1));
    }

    @Test
    void showsNoContentInItsText() {
        assertFalse(Params.of("{\"text\":\"secret\"}").toString().contains("secret"));
        assertFalse(RawJson.of("\"secret\"").toString().contains("secret"));
    }

    @Test
    void takesOneJsonValueOnly() {
        for (String bad : new String[] {"", " ", "{", "{}{}", "1 2", "nul", "{\"a\":}"}) {
            assertThrows(InvalidRecordException.class, () -> RawJson.of(bad), bad);
        }
        assertEquals(4, RawJson.of(" {} ").length());
    }
}
