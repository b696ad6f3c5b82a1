package dev.sluice.local.botapi.core;

/** How a simulated bot presents itself. */
final class Profile {

    private Profile() {}

    /** The bot as the sender of a message. */
    static String user(long botId) {
        return "{\"id\":" + botId + ",\"is_bot\":true,\"first_name\":\"Simulated bot " + botId
                + "\",\"username\":\"simulated_" + botId + "_bot\"}";
    }

    /** The result of getMe. */
    static Answer me(long botId) {
        String user = user(botId);
        return Answers.ok(user.substring(0, user.length() - 1)
                + ",\"can_join_groups\":true,\"can_read_all_group_messages\":true,\"supports_guest_queries\":false"
                + ",\"supports_inline_queries\":true,\"can_connect_to_business\":true,\"has_main_web_app\":false}");
    }
}
