package dev.sluice.outbound.contract;

import dev.sluice.model.Attempt;
import dev.sluice.model.Params;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Requests, attempts and answers of the tests. */
final class Calls {
    static final Sender BOT = Sender.telegram(110001);

    static final String TOKEN = "110001:SIMULATED-token-of-bot-110001-xxxxxx";

    static final TelegramChannel TELEGRAM = new TelegramChannel(sender -> MethodWeights.DEFAULT);

    private Calls() {}

    static SendRequest request(String method, String params) {
        return SendRequest.of("r1", BOT, method, Params.of(params));
    }

    static Attempt attempt(String method, String params) {
        Params content = Params.of(params);
        return new Attempt(
                7,
                "epoch-1",
                "r1",
                BOT,
                1,
                method,
                content,
                1,
                content.chatId(),
                Instant.ofEpochMilli(1_700_000_000_000L),
                20_000,
                60_000,
                List.of());
    }

    static Answer answer(int status, String body) {
        return new Answer(status, Map.of(), body.getBytes(StandardCharsets.UTF_8), true);
    }

    static Verdict classify(String method, int status, String body) {
        return TELEGRAM.classify(attempt(method, "{\"chat_id\":-42}"), answer(status, body));
    }
}
