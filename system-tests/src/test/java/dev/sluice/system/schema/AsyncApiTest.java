package dev.sluice.system.schema;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.TopicSpec;
import dev.sluice.model.Topics;
import dev.sluice.system.schema.AsyncApi.Channel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

/** {@code asyncapi.yaml} names the topics as the catalogue makes them. */
class AsyncApiTest {
    /** What nobody outside reads or writes, and the topics of webhooks, which are not received yet. */
    private static final Set<TopicSpec> NOT_PUBLIC = Set.of(
            Topics.ATTEMPTS,
            Topics.ATTEMPT_RESULTS,
            Topics.UNIFYPORT_EVENTS,
            Topics.UNIFYPORT_INBOX,
            Topics.TELEGRAM_WEBHOOK_INBOX);

    private static final Map<String, String> PARTITION_BY = Map.ofEntries(
            Map.entry("telegram.updates", "chat"),
            Map.entry("telegram.checkpoints", "bot"),
            Map.entry("telegram.ingest-events", "bot"),
            Map.entry("outbound.requests", "sender"),
            Map.entry("outbound.commands", "sender"),
            Map.entry("outbound.outcomes", "sender"),
            Map.entry("outbound.reviews", "sender"),
            Map.entry("outbound.lanes", "sender"));

    private final AsyncApi asyncApi = AsyncApi.load();

    @Test
    void hasEveryPublicTopicAndNoOther() {
        assertEquals(
                publicTopics().map(TopicSpec::name).collect(toCollection(TreeSet::new)),
                asyncApi.channels().keySet());
    }

    @TestFactory
    Stream<DynamicTest> hasEachAsTheCatalogueMakesIt() {
        Map<String, Channel> channels = asyncApi.channels();
        return publicTopics()
                .map(topic -> DynamicTest.dynamicTest(topic.name(), () -> {
                    Channel channel = Objects.requireNonNull(channels.get(topic.name()));
                    JsonNode config = channel.bindings().path("topicConfiguration");
                    assertAll(
                            () -> assertEquals(topic.key().replace("`", ""), channel.key()),
                            () -> assertEquals(topic.fixedPartitions(), channel.fixed()),
                            () -> assertEquals(
                                    topic.partitions(),
                                    channel.bindings().path("partitions").asInt()),
                            () -> assertEquals(
                                    topic.cleanup().policy(),
                                    String.join(
                                            ",",
                                            config.path("cleanup.policy")
                                                    .valueStream()
                                                    .map(JsonNode::asString)
                                                    .toList())),
                            () -> assertEquals(
                                    topic.retention()
                                            .map(kept -> kept.toMillis())
                                            .orElse(0L),
                                    config.path("retention.ms").asLong(0)),
                            () -> assertEquals(
                                    topic.maxMessageBytes(),
                                    config.path("max.message.bytes").asInt()),
                            () -> assertFalse(channel.messages().isEmpty()));
                }));
    }

    @Test
    void saysOfEachHowItsPartitionIsChosen() {
        Map<String, String> named = new HashMap<>();
        asyncApi.channels()
                .forEach((address, channel) -> channel.partitionBy().ifPresent(by -> named.put(address, by)));

        assertEquals(PARTITION_BY, named);
    }

    @Test
    void takesRequestsAndCommandsAndWritesTheRest() {
        Map<String, String> wanted = publicTopics()
                .collect(toMap(
                        TopicSpec::name,
                        topic -> Set.of(Topics.REQUESTS, Topics.COMMANDS).contains(topic) ? "receive" : "send"));

        assertEquals(wanted, new HashMap<>(asyncApi.actions()));
    }

    /** The files stand alone, so the same definition stands in several. */
    @Test
    void everySchemaIsUsedAndEqualDefinitionsAreEqual() throws IOException {
        String page = Files.readString(Path.of("..", "asyncapi.yaml"));
        Map<String, JsonNode> definitions = new HashMap<>();
        try (Stream<Path> files = Files.list(Path.of("..", "schemas"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                assertTrue(page.contains("'./schemas/" + name + "'"), name + " is unused");
                JsonNode schema = RecordSchema.load(file).document();
                assertEquals(
                        "urn:sluice:schema:" + name.replace(".schema.json", ""),
                        schema.path("$id").asString());
                schema.path("$defs").properties().forEach(entry -> {
                    JsonNode before = definitions.putIfAbsent(entry.getKey(), entry.getValue());
                    assertEquals(
                            before == null ? entry.getValue() : before, entry.getValue(), name + ": " + entry.getKey());
                });
            }
        }
    }

    private static Stream<TopicSpec> publicTopics() {
        return Topics.all().stream().filter(topic -> !NOT_PUBLIC.contains(topic));
    }
}
