package dev.sluice.system.schema;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** {@code asyncapi.yaml}, as far as it speaks of records. */
final class AsyncApi {
    private static final Path REPOSITORY = Path.of("..");

    /**
     * A topic.
     *
     * @param address its name without prefix
     * @param partitionBy {@code chat}, {@code bot} or {@code sender}; empty when the page promises nothing
     * @param bindings what it says of Kafka: partitions and topic settings
     */
    record Channel(
            String address,
            String key,
            Optional<String> partitionBy,
            boolean fixed,
            JsonNode bindings,
            List<Message> messages) {}

    /**
     * One form that a record may have.
     *
     * @param payload empty when the bytes are anything
     * @param empty whether it is a record without a value
     * @param internal whether it lies in every partition, for the gate itself
     */
    record Message(
            String name,
            Optional<RecordSchema> headers,
            Optional<RecordSchema> payload,
            boolean empty,
            boolean internal,
            Optional<Pattern> key) {}

    private final JsonNode document;

    private AsyncApi(JsonNode document) {
        this.document = document;
    }

    static AsyncApi load() {
        return new AsyncApi(YAMLMapper.builder()
                .build()
                .readTree(REPOSITORY.resolve("asyncapi.yaml").toFile()));
    }

    /** By address. */
    Map<String, Channel> channels() {
        Map<String, Channel> channels = new TreeMap<>();
        for (JsonNode channel : document.path("channels")) {
            Channel read = channel(channel);
            channels.put(read.address(), read);
        }
        return channels;
    }

    /** What Sluice does with each topic, {@code send} or {@code receive}, by address. */
    Map<String, String> actions() {
        Map<String, String> actions = new TreeMap<>();
        for (JsonNode operation : document.path("operations")) {
            String address = resolved(operation.path("channel")).path("address").asString();
            actions.put(address, operation.path("action").asString());
        }
        return actions;
    }

    private Channel channel(JsonNode channel) {
        List<Message> messages = new ArrayList<>();
        channel.path("messages")
                .properties()
                .forEach(entry -> messages.add(message(entry.getKey(), resolved(entry.getValue()))));
        JsonNode partitionBy = channel.path("x-sluice-partition-by");
        return new Channel(
                channel.path("address").asString(),
                channel.path("x-sluice-key").asString(),
                partitionBy.isMissingNode() ? Optional.empty() : Optional.of(partitionBy.asString()),
                channel.path("x-sluice-partitions-fixed").asBoolean(),
                channel.path("bindings").path("kafka"),
                messages);
    }

    private static Message message(String name, JsonNode message) {
        JsonNode payload = message.path("payload");
        JsonNode key = message.path("bindings").path("kafka").path("key").path("pattern");
        return new Message(
                name,
                schema(message.path("headers")),
                schema(payload),
                payload.path("type").asString("").equals("null"),
                message.path("x-sluice-internal").asBoolean(false),
                key.isMissingNode() ? Optional.empty() : Optional.of(Pattern.compile(key.asString())));
    }

    /** The file that a {@code $ref} names. */
    private static Optional<RecordSchema> schema(JsonNode node) {
        JsonNode ref = node.path("$ref");
        return ref.isMissingNode()
                ? Optional.empty()
                : Optional.of(RecordSchema.load(REPOSITORY.resolve(ref.asString())));
    }

    /** What a {@code $ref} within the document points to. */
    private JsonNode resolved(JsonNode node) {
        String ref = node.path("$ref").asString("");
        if (!ref.startsWith("#")) {
            return node;
        }
        JsonNode target = document.at(ref.substring(1));
        if (target.isMissingNode()) {
            throw new IllegalStateException(ref + " leads nowhere");
        }
        return target;
    }
}
