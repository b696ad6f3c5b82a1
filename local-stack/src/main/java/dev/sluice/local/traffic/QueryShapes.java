package dev.sluice.local.traffic;

/** Updates about what people press, ask inline, pay for and vote on. */
final class QueryShapes {

    private QueryShapes() {}

    static String inlineQuery(Scene scene) {
        return "{\"id\":\"" + scene.longId() + "\",\"from\":" + scene.user() + ",\"chat_type\":\"sender\",\"query\":\""
                + Words.text(scene.random(), 20) + "\",\"offset\":\"\"}";
    }

    static String chosenInlineResult(Scene scene) {
        return "{\"from\":" + scene.user() + ",\"inline_message_id\":\"" + scene.token(27) + "\",\"query\":\""
                + Words.text(scene.random(), 10) + "\",\"result_id\":\"r" + scene.number() + "\"}";
    }

    static String callbackQuery(Scene scene) {
        if (scene.chance(20)) {
            return "{\"id\":\"" + scene.longId() + "\",\"from\":" + scene.user() + ",\"inline_message_id\":\""
                    + scene.token(27) + "\",\"chat_instance\":\"-" + scene.longId() + "\",\"data\":\"inline:1\"}";
        }
        return "{\"id\":\"" + scene.longId() + "\",\"from\":" + scene.user() + ",\"message\":{"
                + MessageShapes.head(scene)
                + ",\"text\":\"Choose\",\"reply_markup\":{\"inline_keyboard\":[[{\"text\":\"👍\","
                + "\"callback_data\":\"yes\"},{\"text\":\"👎\",\"callback_data\":\"no\"}]]}},\"chat_instance\":\"-"
                + scene.longId() + "\",\"data\":\"" + scene.mark() + "\"}";
    }

    static String shippingQuery(Scene scene) {
        return "{\"id\":\"" + scene.longId() + "\",\"from\":" + scene.user()
                + ",\"invoice_payload\":\"order-" + scene.number()
                + "\",\"shipping_address\":{\"country_code\":\"DE\",\"state\":\"\",\"city\":\"Köln\",\"street_line1\":"
                + "\"Domkloster 4\",\"street_line2\":\"\",\"post_code\":\"50667\"}}";
    }

    static String preCheckoutQuery(Scene scene) {
        return "{\"id\":\"" + scene.longId() + "\",\"from\":" + scene.user()
                + ",\"currency\":\"EUR\",\"total_amount\":9007199254740993,\"invoice_payload\":\"order-"
                + scene.number()
                + "\"}";
    }

    static String poll(Scene scene) {
        return "{\"id\":\"" + scene.longId() + "\",\"question\":\"" + Words.text(scene.random(), 30)
                + "\",\"options\":[{\"text\":\"ja\",\"voter_count\":3,\"persistent_id\":\"0\"},{\"text\":\"nein\","
                + "\"voter_count\":0,\"persistent_id\":\"1\"}],\"total_voter_count\":3,\"is_closed\":false,"
                + "\"is_anonymous\":true,\"type\":\"regular\",\"allows_multiple_answers\":false,\"members_only\":false}";
    }

    static String pollAnswer(Scene scene) {
        String voter = scene.chance(30) ? "\"voter_chat\":" + scene.chat().json() : "\"user\":" + scene.user();
        return "{\"poll_id\":\"" + scene.longId() + "\"," + voter
                + ",\"option_ids\":[0],\"option_persistent_ids\":[\"0\"]}";
    }

    static String purchasedPaidMedia(Scene scene) {
        return "{\"from\":" + scene.user() + ",\"paid_media_payload\":\"media-" + scene.number() + "\"}";
    }
}
