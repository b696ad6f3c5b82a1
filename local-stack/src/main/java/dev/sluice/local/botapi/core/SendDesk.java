package dev.sluice.local.botapi.core;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Methods that write: each takes effect and returns a plausible result. Limits are the fault plan's business. */
final class SendDesk {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final long botId;
    private int lastMessageId;
    private long lastAlbumId;

    SendDesk(long botId) {
        this.botId = botId;
    }

    /** The answer, or empty when there is no such method. The name is in lower case. */
    Optional<Answer> call(String method, Arguments arguments, Moment now) {
        if (method.startsWith("answer")) {
            return Optional.of(Answers.ok("true"));
        }
        boolean known = method.startsWith("send")
                || method.startsWith("editmessage")
                || method.equals("forwardmessage")
                || method.equals("copymessage")
                || method.equals("deletemessage")
                || method.equals("setmessagereaction");
        if (!known) {
            return Optional.empty();
        }
        String chat = arguments.text("chat_id");
        if (chat.isEmpty()) {
            boolean inline = !arguments.text("inline_message_id").isEmpty();
            return Optional.of(inline ? Answers.ok("true") : Answers.error(400, "Bad Request: chat_id is empty"));
        }
        return Optional.of(inChat(method, chat, arguments, now));
    }

    private Answer inChat(String method, String chat, Arguments arguments, Moment now) {
        switch (method) {
            case "sendchataction":
            case "sendmessagedraft":
            case "deletemessage":
            case "setmessagereaction":
                return Answers.ok("true");
            case "copymessage":
                return Answers.ok("{\"message_id\":" + ++lastMessageId + "}");
            case "sendmediagroup":
                return album(chat, arguments, now);
            default:
                return message(method, chat, arguments, now);
        }
    }

    private Answer message(String method, String chat, Arguments arguments, Moment now) {
        String text = arguments.text("text");
        if (text.isEmpty() && (method.equals("sendmessage") || method.equals("editmessagetext"))) {
            return Answers.error(400, "Bad Request: message text is empty");
        }
        boolean edit = method.startsWith("edit");
        int id = edit ? LenientIntegers.parse(arguments.text("message_id")) : ++lastMessageId;
        if (id <= 0) {
            return Answers.error(400, "Bad Request: message identifier is not specified");
        }
        StringBuilder json = start(id, chat, now);
        if (edit) {
            json.append(",\"edit_date\":").append(now.unixSeconds());
        }
        String content = text.isEmpty() ? arguments.text("caption") : text;
        json.append(text.isEmpty() ? ",\"caption\":" : ",\"text\":").append(JsonText.quoted(content));
        return Answers.ok(json.append('}').toString());
    }

    private Answer album(String chat, Arguments arguments, Moment now) {
        int items = 0;
        try {
            JsonNode media = JSON.readTree(arguments.text("media"));
            items = media.isArray() ? media.size() : 0;
        } catch (JacksonException notJson) {
            return Answers.error(400, "Bad Request: can't parse media JSON object");
        }
        if (items == 0) {
            return Answers.error(400, "Bad Request: there are no messages to send");
        }
        long albumId = ++lastAlbumId;
        StringBuilder json = new StringBuilder("[");
        for (int n = 0; n < items; n++) {
            json.append(n > 0 ? "," : "").append(start(++lastMessageId, chat, now));
            json.append(",\"media_group_id\":\"").append(botId).append(albumId).append("\"}");
        }
        return Answers.ok(json.append(']').toString());
    }

    private StringBuilder start(int messageId, String chat, Moment now) {
        StringBuilder json = new StringBuilder("{\"message_id\":").append(messageId);
        json.append(",\"from\":").append(Profile.user(botId)).append(",\"chat\":");
        if (chat.startsWith("@")) {
            json.append("{\"id\":-1001000000000,\"title\":\"Channel\",\"type\":\"channel\",\"username\":")
                    .append(JsonText.quoted(chat.substring(1)))
                    .append('}');
        } else {
            String type = chat.startsWith("-100") ? "supergroup" : chat.startsWith("-") ? "group" : "private";
            json.append("{\"id\":")
                    .append(number(chat))
                    .append(",\"type\":\"")
                    .append(type)
                    .append("\"}");
        }
        return json.append(",\"date\":").append(now.unixSeconds());
    }

    private static String number(String chat) {
        return chat.matches("-?[0-9]{1,18}") ? chat : "0";
    }
}
