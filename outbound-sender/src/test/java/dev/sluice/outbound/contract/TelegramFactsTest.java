package dev.sluice.outbound.contract;

import static dev.sluice.outbound.contract.Calls.TELEGRAM;
import static dev.sluice.outbound.contract.Calls.request;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ChatId;
import dev.sluice.model.Sender;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TelegramFactsTest {

    @ParameterizedTest
    @CsvSource({
        "42, 42, false",
        "`42`, 42, false",
        "`042`, 42, false",
        "`42abc`, 42, false",
        "`-00000000000000000000000042`, -42, true",
        "-1001234567890123, -1001234567890123, true",
        "`-42`, -42, true",
        "-0, 0, false",
        "`@Foo`, @foo, true",
        "`@FOO`, @foo, true",
        "`abc`, abc, false",
        "``, ``, false",
        "123456789012345678901234567890, 123456789012345678901234567890, false",
        "-123456789012345678901234567890, -123456789012345678901234567890, true",
    })
    @Tag("R78")
    @Tag("R79")
    @Tag("R94")
    void oneChatIsOneLane(String literal, String key, boolean groupLike) {
        String json = literal.replace('`', '"');

        Facts facts = TELEGRAM.facts(request("sendMessage", "{\"chat_id\":" + json + "}"));

        assertEquals(Optional.of(new Chat(key.replace("`", ""), groupLike)), facts.chat());
    }

    @Test
    void keysStaySmall() {
        assertEquals(
                64, TELEGRAM.chat(ChatId.of("@" + "X".repeat(500_000))).key().length());
        assertEquals(new Chat("-1007", true), TELEGRAM.chat(ChatId.of(-1007)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"callback_query_id\":\"1\"}", "{\"inline_message_id\":\"1\"}", "{\"a\":{\"chat_id\":1}}"})
    void withoutAChatThereIsNoLane(String params) {
        assertEquals(
                Optional.empty(),
                TELEGRAM.facts(request("answerCallbackQuery", params)).chat());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "sendMessage     | {\"text\":\"x\",\"media\":[1,2]}    | 1",
                "sendMediaGroup  | {\"media\":[{},{\"a\":[1,2]},{}]}   | 3",
                "SendMEDIAgroup  | {\"media\":\"[{},{}]\"}             | 2",
                "sendMediaGroup  | {\"media\":\"no array\"}            | 1",
                "sendMediaGroup  | {\"media\":[]}                      | 1",
                "sendMediaGroup  | {}                                  | 1",
                "forwardMessages | {\"message_ids\":[1,2,3,4]}         | 4",
                "copyMessages    | {\"message_ids\":\"[1,2]\"}         | 2",
                "deleteMessages  | {\"message_ids\":[1,2]}             | 1",
                "editMessageText | {\"text\":\"x\"}                    | 1",
            })
    @Tag("R79")
    @Tag("R83")
    void countsItems(String method, String params, int weight) {
        assertEquals(weight, TELEGRAM.facts(request(method, params)).weight());
    }

    @Test
    @Tag("R79")
    void boundsAListThatTheApiRefusesAnyway() {
        String params = "{\"message_ids\":[" + "1,".repeat(100_000) + "1]}";

        assertEquals(100, TELEGRAM.facts(request("copyMessages", params)).weight());
    }

    @Test
    @Tag("R83")
    void weightsAreSettings() {
        MethodWeights weights =
                MethodWeights.with(Map.of("SENDCHATACTION", "0", "deleteMessages", "Items", "sendMediaGroup", "5"));
        TelegramChannel channel = new TelegramChannel(sender -> weights);

        assertEquals(0, channel.facts(request("sendChatAction", "{}")).weight());
        assertEquals(
                2,
                channel.facts(request("DeleteMessages", "{\"message_ids\":[1,2]}"))
                        .weight());
        assertEquals(
                5, channel.facts(request("sendMediaGroup", "{\"media\":[1]}")).weight());
        assertEquals(
                2,
                channel.facts(request("copyMessages", "{\"message_ids\":[1,2]}"))
                        .weight());
    }

    @ParameterizedTest
    @CsvSource({
        "sendMessage, -1",
        "sendMessage, 1.5",
        "sendMessage, 101",
        "sendMessage, many",
        "sendMessage, ''",
        "send-x, 1"
    })
    void refusesOtherWeights(String method, String value) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> MethodWeights.with(Map.of(method, value)));

        assertTrue(String.valueOf(e.getMessage()).startsWith(method + ": "), e::getMessage);
    }

    @ParameterizedTest
    @CsvSource({
        "editMessageText, true",
        "EDITMESSAGEMEDIA, true",
        "stopMessageLiveLocation, true",
        "sendMessage, false",
        "editForumTopic, false"
    })
    void knowsEdits(String method, boolean edit) {
        assertEquals(edit, TELEGRAM.facts(request(method, "{\"chat_id\":1}")).edit());
    }

    @Test
    @Tag("R129")
    @Tag("R132")
    void findsTheChannelOfASender() {
        Channels channels = new Channels(List.of(TELEGRAM));

        assertEquals(Optional.of(TELEGRAM), channels.of(Calls.BOT));
        assertFalse(channels.of(Sender.parse("unifyport:acc_1")).isPresent());
        assertThrows(IllegalArgumentException.class, () -> new Channels(List.of(TELEGRAM, TELEGRAM)));
    }
}
