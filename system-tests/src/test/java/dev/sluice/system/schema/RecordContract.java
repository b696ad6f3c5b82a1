package dev.sluice.system.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.model.Partitions;
import dev.sluice.model.TopicSpec;
import dev.sluice.model.UpdateKey;
import dev.sluice.model.UpdateScanner;
import dev.sluice.system.schema.AsyncApi.Channel;
import dev.sluice.system.schema.AsyncApi.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What {@code asyncapi.yaml} promises of the records of a topic. */
final class RecordContract {
    private static final JsonMapper MAPPER =
            JsonMapper.builder(UpdateScanner.factory()).build();

    private final Map<String, Channel> channels = AsyncApi.load().channels();

    /**
     * What is wrong with a record; empty when it has one of the forms of its topic and lies in its partition.
     *
     * @param partitions how many the topic has
     */
    Optional<String> fault(TopicSpec topic, int partitions, ConsumerRecord<byte[], byte[]> record) {
        Channel channel = channels.get(topic.name());
        if (channel == null) {
            return Optional.of(topic.name() + " is not in asyncapi.yaml");
        }
        List<String> faults = new ArrayList<>();
        for (Message message : channel.messages()) {
            List<String> found = faults(message, record);
            if (found.isEmpty()) {
                return message.internal() ? Optional.empty() : misplaced(channel, partitions, record);
            }
            faults.add(message.name() + ": " + found);
        }
        return Optional.of(place(record) + " has none of the forms of its topic: " + faults);
    }

    private static List<String> faults(Message message, ConsumerRecord<byte[], byte[]> record) {
        List<String> faults = new ArrayList<>();
        message.key()
                .filter(pattern -> !pattern.matcher(text(record.key())).find())
                .ifPresent(pattern -> faults.add("the key is not like " + pattern));
        message.headers().ifPresent(schema -> faults.addAll(schema.faults(headers(record))));
        if (message.empty() != (record.value() == null)) {
            faults.add(message.empty() ? "has a value" : "has no value");
        } else if (record.value() != null) {
            message.payload().ifPresent(schema -> faults.addAll(schema.faults(record.value())));
        }
        return faults;
    }

    /** By the rule that the page names, worked out anew from the record. */
    private static Optional<String> misplaced(Channel channel, int partitions, ConsumerRecord<byte[], byte[]> record) {
        if (channel.partitionBy().isEmpty()) {
            return Optional.empty();
        }
        int wanted = switch (channel.partitionBy().get()) {
            case "chat" ->
                Partitions.forUpdate(
                        UpdateScanner.factsOf(record.value()),
                        UpdateKey.parse(text(record.key())).botId(),
                        partitions);
            case "bot" -> Partitions.of(text(record.key()), partitions);
            case "sender" -> Partitions.forSender(sender(record), partitions);
            default -> throw new IllegalStateException(channel + " has a rule that nobody knows");
        };
        return record.partition() == wanted
                ? Optional.empty()
                : Optional.of(place(record) + " belongs to partition " + wanted + " by " + channel.partitionBy());
    }

    /** The value names it; a record that closes a review has it in its key only. */
    private static String sender(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            String key = text(record.key());
            return key.substring(0, key.indexOf('/'));
        }
        JsonNode value = MAPPER.readTree(record.value());
        return value.path("sender").asString();
    }

    private static ObjectNode headers(ConsumerRecord<byte[], byte[]> record) {
        ObjectNode headers = MAPPER.createObjectNode();
        for (Header header : record.headers()) {
            headers.put(header.key(), text(header.value()));
        }
        return headers;
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "/" + record.partition() + "/" + record.offset();
    }

    private static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, UTF_8);
    }
}
