package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SendDeskTest {

    private final TestBot test = new TestBot();

    @Test
    void sendMessageReturnsTheMessage() {
        JsonNode message = result(test.call("sendMessage", "chat_id", "-1001234567890123", "text", "Grüße \"👋\"\n"));

        assertEquals(-1001234567890123L, message.path("chat").path("id").asLong());
        assertEquals("supergroup", message.path("chat").path("type").asString());
        assertEquals("Grüße \"👋\"\n", message.path("text").asString());
        assertEquals(1, message.path("message_id").asInt());
        assertEquals(TestBot.START_SECONDS, message.path("date").asLong());
    }

    @Test
    void messageIdsFollowEachOther() {
        test.call("sendMessage", "chat_id", "1", "text", "a");

        assertEquals(
                2,
                result(test.call("sendPhoto", "chat_id", "2", "photo", "f"))
                        .path("message_id")
                        .asInt());
    }

    @Test
    void editMessageTextKeepsTheId() {
        JsonNode message = result(test.call("editMessageText", "chat_id", "1", "message_id", "77", "text", "b"));

        assertEquals(77, message.path("message_id").asInt());
        assertTrue(message.has("edit_date"));
    }

    @Test
    void sendMediaGroupReturnsOneMessagePerItem() {
        JsonNode album = result(test.call("sendMediaGroup", "chat_id", "1", "media", "[{},{},{}]"));

        assertEquals(3, album.size());
        assertEquals(album.get(0).path("media_group_id"), album.get(2).path("media_group_id"));
    }

    @Test
    void actionsAndAnswersReturnTrue() {
        assertTrue(result(test.call("sendChatAction", "chat_id", "1", "action", "typing"))
                .asBoolean());
        assertTrue(result(test.call("answerCallbackQuery", "callback_query_id", "5"))
                .asBoolean());
    }

    @Test
    void anySendMethodIsKnown() {
        assertEquals(
                7,
                result(test.call("sendHologram", "chat_id", "7"))
                        .path("chat")
                        .path("id")
                        .asInt());
    }

    @Test
    void aSendWithoutChatOrTextIsRefused() {
        assertTrue(test.call("sendMessage", "text", "a").body().contains("\"Bad Request: chat_id is empty\""));
        assertTrue(test.call("sendMessage", "chat_id", "1").body().contains("\"Bad Request: message text is empty\""));
    }

    @Test
    @Tag("TELEGRAM-3")
    void anUnknownMethodIsNotFound() {
        Recorded answer = test.call("noSuchMethod");

        assertEquals(404, answer.status());
        assertEquals(
                "{\"ok\":false,\"error_code\":404,\"description\":\"Not Found: method not found\"}", answer.body());
    }

    private static JsonNode result(Recorded answer) {
        return JsonMapper.shared().readTree(answer.body()).path("result");
    }
}
