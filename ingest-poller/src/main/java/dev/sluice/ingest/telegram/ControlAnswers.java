package dev.sluice.ingest.telegram;

import dev.sluice.model.UpdateScanner;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.OptionalInt;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/** Reads the answers to the methods beside getUpdates: the few fields of {@code result} that are of use. */
final class ControlAnswers {
    static final Exchange.Interpreter<WebhookResult> WEBHOOK_INFO =
            new Control<>(ControlAnswers::webhookInfo, WebhookResult.Failed::new);

    /** The result is true whether or not a webhook was set. */
    static final Exchange.Interpreter<WebhookResult> WEBHOOK_DELETED =
            new Control<>(fields -> new WebhookResult.Deleted(), WebhookResult.Failed::new);

    static final Exchange.Interpreter<BotResult> ME = new Control<>(ControlAnswers::me, BotResult.Failed::new);

    private boolean ok;
    private String description = "";
    private String url = "";
    private OptionalInt pendingUpdates = OptionalInt.empty();
    private long id;
    private String username = "";

    private ControlAnswers() {}

    private static WebhookResult webhookInfo(ControlAnswers fields) {
        return new WebhookResult.Info(!fields.url.isEmpty(), hostOf(fields.url), fields.pendingUpdates);
    }

    private static BotResult me(ControlAnswers fields) {
        return new BotResult.Bot(fields.id, fields.username);
    }

    /** The host alone: a webhook's path is often its secret. Empty when there is none to be found. */
    private static String hostOf(String url) {
        try {
            String host = new URI(url).getHost();
            return host == null ? "" : Detail.of(host);
        } catch (URISyntaxException e) {
            return "";
        }
    }

    private static ControlAnswers read(byte[] body, int length) throws UnreadableException {
        ControlAnswers fields = new ControlAnswers();
        try (JsonParser parser = UpdateScanner.factory().createParser(ObjectReadContext.empty(), body, 0, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new UnreadableException("no JSON object: " + Detail.of(body, length));
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                JsonToken value = parser.nextToken();
                switch (name) {
                    case "ok" -> fields.ok = value == JsonToken.VALUE_TRUE;
                    case "description" -> fields.description = text(parser, value);
                    case "result" -> fields.readResult(parser, value);
                    default -> {}
                }
                parser.skipChildren();
            }
            return fields;
        } catch (JacksonException e) {
            throw new UnreadableException("no JSON: " + Detail.of(body, length));
        }
    }

    private void readResult(JsonParser parser, JsonToken result) {
        if (result != JsonToken.START_OBJECT) {
            return;
        }
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            JsonToken value = parser.nextToken();
            boolean number = value == JsonToken.VALUE_NUMBER_INT && parser.getStringLength() < 19;
            switch (name) {
                case "url" -> url = text(parser, value);
                case "username" -> username = text(parser, value);
                case "id" -> id = number ? parser.getLongValue() : 0;
                case "pending_update_count" ->
                    pendingUpdates = number
                            ? OptionalInt.of((int) Math.min(Integer.MAX_VALUE, Math.max(0, parser.getLongValue())))
                            : OptionalInt.empty();
                default -> {}
            }
            parser.skipChildren();
        }
    }

    private static String text(JsonParser parser, JsonToken value) {
        return value == JsonToken.VALUE_STRING ? parser.getString() : "";
    }

    /** Success by {@code ok}; the body is small and not kept, so its room is given back at once. */
    private record Control<T>(Function<ControlAnswers, T> ofFields, Function<PollResult.Failure, T> ofFailure)
            implements Exchange.Interpreter<T> {
        @Override
        public T success(ResponseBody body, long elapsedNanos) {
            try {
                ControlAnswers fields = read(body.bytes(), body.length());
                return fields.ok
                        ? ofFields.apply(fields)
                        : failure(new PollResult.ServerError(
                                body.status(), Detail.of("ok:false: " + fields.description)));
            } catch (UnreadableException e) {
                return failure(e.asResult());
            }
        }

        @Override
        public T failure(PollResult.Failure failure) {
            return ofFailure.apply(failure);
        }
    }
}
