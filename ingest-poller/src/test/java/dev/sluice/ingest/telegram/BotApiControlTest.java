package dev.sluice.ingest.telegram;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.testserver.RawServer;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BotApiControlTest extends BotApiFixture {

    @Test
    @Tag("R13")
    void asksAboutTheWebhookBesideLongPolls() throws Exception {
        // Given long polls under way, and an answer with a secret in the URL
        RawServer server = server((request, out) -> {
            if (request.path().endsWith("/getWebhookInfo")) {
                RawServer.respond(
                        out,
                        200,
                        "{\"ok\":true,\"result\":{\"url\":\"https://hooks.example:8443/s3cret?x=1\","
                                + "\"pending_update_count\":12,\"allowed_updates\":[]}}");
            }
        });
        BotApi api = api(server);
        for (int i = 0; i < 50; i++) {
            api.getUpdates(TOKEN, longRequest(), result -> {});
        }

        // When
        WebhookResult result = ask(done -> api.getWebhookInfo(TOKEN, done));

        // Then
        assertEquals(new WebhookResult.Info(true, "hooks.example", OptionalInt.of(12)), result);
    }

    @Test
    void seesThatNoWebhookIsSet() throws Exception {
        RawServer server = server((request, out) ->
                RawServer.respond(out, 200, "{\"ok\":true,\"result\":{\"url\":\"\",\"pending_update_count\":0}}"));
        BotApi api = api(server);

        WebhookResult result = ask(done -> api.getWebhookInfo(TOKEN, done));

        assertEquals(new WebhookResult.Info(false, "", OptionalInt.of(0)), result);
    }

    @Test
    @Tag("A7")
    void deletesAWebhookAndNothingElse() throws Exception {
        RawServer server = server((request, out) ->
                RawServer.respond(out, 200, "{\"ok\":true,\"result\":true,\"description\":\"Webhook was deleted\"}"));
        BotApi api = api(server);

        WebhookResult result = ask(done -> api.deleteWebhook(TOKEN, done));

        assertEquals(new WebhookResult.Deleted(), result);
        assertEquals("{}", server.requests().get(0).body());
    }

    @Test
    void asksWhoABotIs() throws Exception {
        RawServer server = server((request, out) -> RawServer.respond(
                out, 200, "{\"ok\":true,\"result\":{\"id\":5025045066,\"is_bot\":true,\"username\":\"echo_bot\"}}"));
        BotApi api = api(server);

        BotResult result = ask(done -> api.getMe(TOKEN, done));

        assertEquals(new BotResult.Bot(5025045066L, "echo_bot"), result);
    }

    @Test
    void classifiesFailuresOfOtherMethodsAlike() throws Exception {
        RawServer server = server((request, out) ->
                RawServer.respond(out, 401, "{\"ok\":false,\"error_code\":401,\"description\":\"Unauthorized\"}"));
        BotApi api = api(server);

        BotResult me = ask(done -> api.getMe(TOKEN, done));
        WebhookResult webhook = ask(done -> api.getWebhookInfo(TOKEN, done));

        assertEquals(new BotResult.Failed(new PollResult.Unauthorized(401)), me);
        assertEquals(new WebhookResult.Failed(new PollResult.Unauthorized(401)), webhook);
    }
}
