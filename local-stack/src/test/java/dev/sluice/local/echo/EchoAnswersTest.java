package dev.sluice.local.echo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.local.traffic.BotTraffic;
import dev.sluice.model.SendRequest;
import dev.sluice.model.SendRequestCodec;
import dev.sluice.model.UpdateKey;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EchoAnswersTest {
    private static final UpdateKey KEY = new UpdateKey(110001, 8103);

    @Test
    void whatHasAChatGetsAMessageThere() {
        SendRequest answer = answer(
                        "{\"update_id\":8103,\"message\":{\"chat\":{\"id\":-1001234567890123},\"text\":\"hi\"}}")
                .orElseThrow();

        assertEquals("echo-110001:8103", answer.requestId());
        assertEquals("telegram:110001", answer.sender().text());
        assertEquals("sendMessage", answer.method());
        assertEquals("{\"chat_id\":-1001234567890123,\"text\":\"Echo of 110001:8103, message\"}", params(answer));
        assertEquals(Optional.of("110001:8103"), answer.cause());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "inline_query|answerInlineQuery|{\"inline_query_id\":\"77\",\"results\":[]}",
                "callback_query|answerCallbackQuery|{\"callback_query_id\":\"77\"}",
                "shipping_query|answerShippingQuery"
                        + "|{\"shipping_query_id\":\"77\",\"error_message\":\"An echo ships nothing\",\"ok\":false}",
                "pre_checkout_query|answerPreCheckoutQuery|{\"pre_checkout_query_id\":\"77\",\"ok\":true}",
                "chosen_inline_result|sendMessage|{\"chat_id\":42,\"text\":\"Echo of 110001:8103, chosen_inline_result\"}"
            })
    void whatHasNoChatIsAnsweredByItsOwnMethodOrToThePerson(String kind, String method, String params) {
        SendRequest answer = answer("{\"update_id\":8103,\"" + kind + "\":{\"id\":\"77\",\"from\":{\"id\":42}}}")
                .orElseThrow();

        assertEquals(method, answer.method());
        assertEquals(params, params(answer));
    }

    @Test
    void aQueryWithAChatGetsAMessage() {
        assertEquals(
                "sendMessage",
                answer("{\"update_id\":8103,\"callback_query\":{\"id\":\"77\",\"message\":{\"chat\":{\"id\":42}}}}")
                        .orElseThrow()
                        .method());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"{\"update_id\":8103,\"poll\":{\"id\":\"1\"}}", "{\"update_id\":8103,\"news\":true}", "no JSON"})
    void whatNamesNobodyGetsNothing(String update) {
        assertEquals(Optional.empty(), answer(update));
    }

    @Test
    void aForeignRecordGetsNothing() {
        assertEquals(
                Optional.empty(),
                EchoAnswers.to(new ConsumerRecord<>("t", 0, 0, "x".getBytes(UTF_8), "{}".getBytes(UTF_8))));
        assertEquals(Optional.empty(), EchoAnswers.to(new ConsumerRecord<>("t", 0, 0, null, null)));
    }

    @Test
    void everyUpdateOfTheTrafficIsAnsweredTheSameEachTimeAndUnlikeAnyOther() {
        BotTraffic traffic = new BotTraffic(110001, 1);
        Set<String> bodies = new HashSet<>();
        int nobody = 0;
        for (int id = 1; id <= 5_000; id++) {
            byte[] update = traffic.next(1_790_000_000_000L).bytes().element(id);
            UpdateKey key = new UpdateKey(110001, id);

            Optional<SendRequest> answer = EchoAnswers.to(key, update);

            assertEquals(answer, EchoAnswers.to(key, update));
            answer.ifPresent(one -> assertEquals(one, SendRequestCodec.decode(SendRequestCodec.encode(one))));
            assertTrue(answer.isEmpty() || bodies.add(params(answer.get())), "two answers with the same body");
            nobody += answer.isEmpty() ? 1 : 0;
        }
        assertTrue(nobody < 150, nobody + " have nobody to answer");
    }

    private static Optional<SendRequest> answer(String update) {
        return EchoAnswers.to(KEY, update.getBytes(UTF_8));
    }

    private static String params(SendRequest request) {
        return new String(request.params().json().toBytes(), UTF_8);
    }
}
