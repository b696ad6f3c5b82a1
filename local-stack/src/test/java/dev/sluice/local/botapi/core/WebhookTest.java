package dev.sluice.local.botapi.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("TELEGRAM-2")
class WebhookTest {

    private static final String URL = "https://example.org/hook";

    private final TestBot test = TestBot.with(8000, 0);

    @Test
    void settingAndSettingAgain() {
        assertEquals(
                done("Webhook was set"), test.call("setWebhook", "url", URL).body());
        test.advanceMs(1000);
        assertEquals(
                done("Webhook is already set"),
                test.call("setWebhook", "url", URL).body());
    }

    @Test
    void deletingAndDeletingAgain() {
        test.bot.forceWebhook(URL);

        assertEquals(done("Webhook was deleted"), test.call("deleteWebhook").body());
        assertEquals(
                done("Webhook is already deleted"), test.call("deleteWebhook").body());
    }

    @Test
    @Tag("TELEGRAM-1.3")
    void droppingPendingUpdatesWithoutAWebhookDropsThem() {
        test.pushMany(3);

        Recorded answer = test.call("deleteWebhook", "drop_pending_updates", "True");

        assertEquals(done("Webhook is already deleted"), answer.body());
        assertEquals(IdRanges.of(8000, 8002), answer.dropped);
        assertEquals(8003, test.push("message").id());
    }

    @Test
    void deletingWithoutDroppingKeepsThem() {
        test.pushMany(3);
        test.call("deleteWebhook");

        assertEquals(3, test.pending());
    }

    @Test
    void settingMoreThanOnceASecondIsFlood() {
        test.call("setWebhook", "url", URL);
        test.advanceMs(999);

        Recorded second = test.call("setWebhook", "url", "https://example.org/two");

        assertEquals(429, second.status());
        assertEquals(
                "{\"ok\":false,\"error_code\":429,\"description\":\"Too Many Requests: retry after 1\","
                        + "\"parameters\":{\"retry_after\":1}}",
                second.body());
    }

    @Test
    void infoWithoutAWebhook() {
        test.pushMany(2);

        assertEquals(
                "{\"ok\":true,\"result\":{\"url\":\"\",\"has_custom_certificate\":false,\"pending_update_count\":2}}",
                test.call("getWebhookInfo").body());
    }

    @Test
    void infoWithAWebhook() {
        test.call("setWebhook", "url", URL, "max_connections", "7");

        assertEquals(
                "{\"ok\":true,\"result\":{\"url\":\"https://example.org/hook\",\"has_custom_certificate\":false,"
                        + "\"pending_update_count\":0,\"max_connections\":7,\"ip_address\":\"<unknown>\"}}",
                test.call("getWebhookInfo").body());
    }

    @Test
    void updatesWaitWhileAWebhookIsSet() {
        test.bot.forceWebhook(URL);
        test.pushMany(2);
        test.call("deleteWebhook");

        assertEquals(2, test.poll(0).ids().size());
    }

    @Test
    void aPlainHttpUrlIsRefused() {
        Recorded answer = test.call("setWebhook", "url", "http://example.org/hook");

        assertEquals(400, answer.status());
        assertEquals(
                "{\"ok\":false,\"error_code\":400,\"description\":\"Bad Request: invalid webhook URL specified\"}",
                answer.body());
    }

    private static String done(String description) {
        return "{\"ok\":true,\"result\":true,\"description\":\"" + description + "\"}";
    }
}
