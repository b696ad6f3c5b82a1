package dev.sluice.local.echo;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Params;
import dev.sluice.model.Priority;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import dev.sluice.model.UpdateFacts;
import dev.sluice.model.UpdateKey;
import dev.sluice.model.UpdateScanner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the echo answers to an update, a function of the update alone: the same update always makes the same request with the
 * same id, byte for byte, so a replay is no second message.
 *
 * <ul>
 *   <li>A query that has no chat is answered with the method that is made for it.
 *   <li>Anything else that names a chat, or else a person, gets a message there that carries its key.
 *   <li>What names neither, such as the count of an anonymous poll, has nobody to answer and gets nothing.
 * </ul>
 */
public final class EchoAnswers {
    private static final String ID_PREFIX = "echo-";

    /** Kind of query, and what is answered to one of this id. */
    private static final Map<String, Answer> QUERIES = Map.of(
            "inline_query", new Answer("answerInlineQuery", "inline_query_id", Map.of("results", List.of())),
            "callback_query", new Answer("answerCallbackQuery", "callback_query_id", Map.of()),
            "shipping_query",
                    new Answer(
                            "answerShippingQuery",
                            "shipping_query_id",
                            Map.of("ok", false, "error_message", "An echo ships nothing")),
            "pre_checkout_query", new Answer("answerPreCheckoutQuery", "pre_checkout_query_id", Map.of("ok", true)));

    private record Answer(String method, String idField, Map<String, Object> more) {}

    private EchoAnswers() {}

    /** The id of the request that answers this update. */
    static String requestId(UpdateKey key) {
        return ID_PREFIX + key.text();
    }

    /** The same for a record of {@code telegram.updates}; empty too when it is none. */
    public static Optional<SendRequest> to(ConsumerRecord<byte[], byte[]> record) {
        if (record.key() == null || record.value() == null) {
            return Optional.empty();
        }
        try {
            return to(UpdateKey.parse(new String(record.key(), ISO_8859_1)), record.value());
        } catch (InvalidRecordException e) {
            return Optional.empty();
        }
    }

    /** The request that answers an update; empty when there is nobody to answer. */
    static Optional<SendRequest> to(UpdateKey key, byte[] update) {
        try {
            UpdateFacts facts = UpdateScanner.factsOf(update);
            @Nullable Answer query = facts.chatId().isEmpty() ? QUERIES.get(facts.kind()) : null;
            if (query != null) {
                return Optional.of(answer(key, query, queryId(update, facts.kind())));
            }
            OptionalLong whom = facts.partitionId();
            return whom.isPresent() ? Optional.of(message(key, whom.getAsLong(), facts.kind())) : Optional.empty();
        } catch (InvalidRecordException | JacksonException e) {
            return Optional.empty();
        }
    }

    private static SendRequest message(UpdateKey key, long chatId, String kind) {
        String text = "Echo of " + key.text() + ", " + kind;
        return request(key, "sendMessage", "{\"chat_id\":" + chatId + ",\"text\":" + json(text) + "}");
    }

    private static SendRequest answer(UpdateKey key, Answer query, String queryId) {
        StringBuilder params =
                new StringBuilder("{").append(json(query.idField)).append(':').append(json(queryId));
        query.more.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(more -> params.append(',')
                        .append(json(more.getKey()))
                        .append(':')
                        .append(json(more.getValue())));
        return request(key, query.method, params.append('}').toString());
    }

    private static SendRequest request(UpdateKey key, String method, String params) {
        return new SendRequest(
                requestId(key),
                Sender.telegram(key.botId()),
                method,
                Params.of(params),
                Priority.REPLY,
                Optional.empty(),
                Optional.empty(),
                SendRequest.DEFAULT_MAX_ATTEMPTS,
                OnUnknown.HOLD,
                Optional.of(key.text()));
    }

    private static String queryId(byte[] update, String kind) {
        return JsonMapper.shared()
                .readTree(new String(update, UTF_8))
                .path(kind)
                .path("id")
                .asString();
    }

    private static String json(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }
}
