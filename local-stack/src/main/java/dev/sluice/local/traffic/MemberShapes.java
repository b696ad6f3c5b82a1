package dev.sluice.local.traffic;

/** Updates about members, boosts, reactions and business accounts. */
final class MemberShapes {

    private MemberShapes() {}

    static String memberUpdated(Scene scene) {
        return "{" + place(scene) + ",\"from\":" + scene.user() + ",\"old_chat_member\":{\"user\":" + scene.user()
                + ",\"status\":\"left\"},\"new_chat_member\":{\"user\":" + scene.user() + ",\"status\":\"member\"}}";
    }

    static String myMemberUpdated(Scene scene) {
        String bot = "{\"id\":" + scene.botId()
                + ",\"is_bot\":true,\"first_name\":\"Simulated bot\",\"username\":\"simulated_" + scene.botId()
                + "_bot\"}";
        return "{" + place(scene) + ",\"from\":" + scene.user() + ",\"old_chat_member\":{\"user\":" + bot
                + ",\"status\":\"member\"},\"new_chat_member\":{\"user\":" + bot
                + ",\"status\":\"kicked\",\"until_date\":0}}";
    }

    static String joinRequest(Scene scene) {
        return "{" + place(scene) + ",\"from\":" + scene.user() + ",\"user_chat_id\":" + scene.userId() + ",\"bio\":\""
                + Words.text(scene.random(), 40) + "\"}";
    }

    static String boost(Scene scene) {
        return "{\"chat\":" + scene.chat().json() + ",\"boost\":{\"boost_id\":\"" + scene.token(16)
                + "\",\"add_date\":" + scene.nowSeconds() + ",\"expiration_date\":" + (scene.nowSeconds() + 2_592_000)
                + ",\"source\":{\"source\":\"premium\",\"user\":" + scene.user() + "}}}";
    }

    static String removedBoost(Scene scene) {
        return "{\"chat\":" + scene.chat().json() + ",\"boost_id\":\"" + scene.token(16) + "\",\"remove_date\":"
                + scene.nowSeconds() + ",\"source\":{\"source\":\"gift_code\",\"user\":" + scene.user() + "}}";
    }

    static String reaction(Scene scene) {
        return "{\"chat\":" + scene.chat().json() + ",\"message_id\":" + scene.number() + ",\"user\":" + scene.user()
                + ",\"date\":" + scene.nowSeconds()
                + ",\"old_reaction\":[],\"new_reaction\":[{\"type\":\"emoji\",\"emoji\":\"❤\"},{\"type\":\"custom_emoji\","
                + "\"custom_emoji_id\":\"" + scene.longId() + "\"}]}";
    }

    static String reactionCount(Scene scene) {
        return "{\"chat\":" + scene.chat().json() + ",\"message_id\":" + scene.number() + ",\"date\":"
                + scene.nowSeconds()
                + ",\"reactions\":[{\"type\":{\"type\":\"emoji\",\"emoji\":\"🔥\"},\"total_count\":17}]}";
    }

    static String businessConnection(Scene scene) {
        return "{\"id\":\"" + scene.token(24) + "\",\"user\":" + scene.user() + ",\"user_chat_id\":" + scene.userId()
                + ",\"date\":" + scene.nowSeconds()
                + ",\"rights\":{\"can_reply\":true,\"can_read_messages\":true},\"is_enabled\":true}";
    }

    static String deletedBusinessMessages(Scene scene) {
        return "{\"business_connection_id\":\"" + scene.token(24) + "\",\"chat\":"
                + scene.chat().json() + ",\"message_ids\":[" + scene.number() + "," + (scene.number() + 1) + "]}";
    }

    static String managedBot(Scene scene) {
        return "{\"user\":" + scene.user() + ",\"bot\":{\"id\":" + (scene.botId() + 1)
                + ",\"is_bot\":true,\"first_name\":\"Managed\",\"username\":\"managed_" + scene.number() + "_bot\"}}";
    }

    private static String place(Scene scene) {
        return "\"chat\":" + scene.chat().json() + ",\"date\":" + scene.nowSeconds();
    }
}
