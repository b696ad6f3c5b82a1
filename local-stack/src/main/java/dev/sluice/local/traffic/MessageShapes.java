package dev.sluice.local.traffic;

/** Messages of many contents. The mark stands at the start of the text or caption. */
final class MessageShapes {

    private static final int SHORTEST_TEXT = 60;
    private static final int LONGEST_TEXT = 700;

    private MessageShapes() {}

    static String message(Scene scene) {
        return "{" + head(scene) + content(scene) + extra(scene) + "}";
    }

    /** The same fields in another order: readers must not rely on it. */
    static String reordered(Scene scene) {
        return "{" + content(scene).substring(1) + ",\"date\":" + scene.nowSeconds() + ",\"chat\":"
                + scene.chat().json() + ",\"from\":" + scene.user() + ",\"message_id\":" + scene.number() + "}";
    }

    static String edited(Scene scene) {
        return "{" + head(scene) + ",\"edit_date\":" + scene.nowSeconds() + content(scene) + "}";
    }

    static String post(Scene scene) {
        return "{\"message_id\":" + scene.number() + ",\"sender_chat\":"
                + scene.chat().json() + ",\"chat\":" + scene.chat().json() + ",\"date\":" + scene.nowSeconds()
                + ",\"author_signature\":\"Redaktion\"" + content(scene) + "}";
    }

    static String editedPost(Scene scene) {
        return "{\"message_id\":" + scene.number() + ",\"chat\":" + scene.chat().json() + ",\"date\":"
                + (scene.nowSeconds() - 60) + ",\"edit_date\":" + scene.nowSeconds() + content(scene) + "}";
    }

    static String business(Scene scene) {
        return "{\"business_connection_id\":\"" + scene.token(24) + "\"," + head(scene) + content(scene) + "}";
    }

    static String editedBusiness(Scene scene) {
        return "{\"business_connection_id\":\"" + scene.token(24) + "\"," + head(scene) + ",\"edit_date\":"
                + scene.nowSeconds() + content(scene) + "}";
    }

    static String guest(Scene scene) {
        return "{" + head(scene) + ",\"guest_query_id\":\"" + scene.longId() + "\",\"guest_bot_caller_user\":"
                + scene.user() + content(scene) + "}";
    }

    /** One item of an album. */
    static String albumItem(Scene scene, String mediaGroupId) {
        return "{" + head(scene) + ",\"media_group_id\":\"" + mediaGroupId + "\"" + photo(scene) + "}";
    }

    /** message_id, from, chat and date, as every message begins. */
    static String head(Scene scene) {
        return "\"message_id\":" + scene.number() + ",\"from\":" + scene.user() + ",\"chat\":"
                + scene.chat().json() + ",\"date\":" + scene.nowSeconds();
    }

    private static String content(Scene scene) {
        int pick = scene.random().nextInt(100);
        if (pick < 70) {
            return text(scene);
        }
        if (pick < 82) {
            return photo(scene);
        }
        if (pick < 88) {
            return ",\"document\":{\"file_name\":\"Rechnung №" + scene.number()
                    + ".pdf\",\"mime_type\":\"application/pdf\",\"file_id\":\"" + scene.token(70)
                    + "\",\"file_unique_id\":\"" + scene.token(15) + "\",\"file_size\":3221225472},\"caption\":\""
                    + scene.mark() + " " + Words.text(scene.random(), 30) + "\"";
        }
        if (pick < 92) {
            return ",\"voice\":{\"duration\":7,\"mime_type\":\"audio/ogg\",\"file_id\":\"" + scene.token(70)
                    + "\",\"file_unique_id\":\"" + scene.token(15) + "\",\"file_size\":28111},\"caption\":\""
                    + scene.mark() + "\"";
        }
        if (pick < 95) {
            return ",\"location\":{\"latitude\":50.937531" + scene.number() + ",\"longitude\":-0.0000001e-2"
                    + ",\"horizontal_accuracy\":1500.0}";
        }
        if (pick < 98) {
            return ",\"sticker\":{\"width\":512,\"height\":512,\"emoji\":\"🦊\",\"set_name\":\"Foxes\",\"is_animated\":false"
                    + ",\"is_video\":false,\"type\":\"regular\",\"file_id\":\"" + scene.token(70)
                    + "\",\"file_unique_id\":\"" + scene.token(15) + "\",\"file_size\":29480}";
        }
        return ",\"new_chat_members\":[" + scene.user() + "]";
    }

    private static String text(Scene scene) {
        int length = SHORTEST_TEXT + scene.random().nextInt(LONGEST_TEXT - SHORTEST_TEXT);
        String text = scene.mark() + " " + Words.text(scene.random(), length);
        String entities = scene.chance(30)
                ? ",\"entities\":[{\"offset\":0,\"length\":" + scene.mark().length() + ",\"type\":\"code\"}]"
                : "";
        return ",\"text\":\"" + text + "\"" + entities;
    }

    private static String photo(Scene scene) {
        StringBuilder sizes = new StringBuilder(",\"photo\":[");
        for (int width = 90; width <= 800; width *= 4) {
            sizes.append(width > 90 ? "," : "")
                    .append("{\"file_id\":\"")
                    .append(scene.token(80))
                    .append("\",\"file_unique_id\":\"")
                    .append(scene.token(15))
                    .append("\",\"file_size\":")
                    .append(width * 97)
                    .append(",\"width\":")
                    .append(width)
                    .append(",\"height\":")
                    .append(width * 3 / 4)
                    .append('}');
        }
        return sizes.append("],\"caption\":\"")
                .append(scene.mark())
                .append("\"")
                .toString();
    }

    private static String extra(Scene scene) {
        if (scene.chance(10)) {
            return ",\"reply_to_message\":{" + head(scene) + ",\"text\":\"earlier\"}";
        }
        return scene.chance(5) ? OddShapes.unknownFields(scene) : "";
    }
}
