import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Sends one message and waits for what becomes of it. Prints the outcome; exit code 0 when it was sent, 1 when not, 2 when
 * nobody knows yet.
 *
 * <p>Needs kafka-clients and Jackson 3 on the class path. KAFKA=host:port,... [PREFIX=...] java -cp ... SendAndWait.java
 * SENDER CHAT_ID TEXT [REQUEST_ID]
 */
public final class SendAndWait {
    private static final String SERVERS = System.getenv().getOrDefault("KAFKA", "localhost:9092");
    private static final String PREFIX = System.getenv().getOrDefault("PREFIX", "");
    private static final Set<String> TERMINAL =
            Set.of("sent", "rejected", "expired", "cancelled", "exhausted", "dropped");
    private static final JsonMapper JSON = new JsonMapper();

    public static void main(String[] args) throws Exception {
        String sender = args[0];
        String requestId = args.length > 3 ? args[3] : UUID.randomUUID().toString();
        ObjectNode request = JSON.createObjectNode();
        request.put("request_id", requestId);
        request.put("sender", sender);
        request.put("method", "sendMessage");
        request.putObject("params").put("chat_id", Long.parseLong(args[1])).put("text", args[2]);

        try (KafkaConsumer<String, String> outcomes = outcomesFromNowOn()) {
            store(new ProducerRecord<>(PREFIX + "outbound.requests", sender, request.toString()));
            System.exit(await(outcomes, sender + "/" + requestId));
        }
    }

    /** A reader of all partitions, from their ends as they are now. It commits nothing. */
    private static KafkaConsumer<String, String> outcomesFromNowOn() {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", SERVERS);
        properties.put("isolation.level", "read_committed");
        KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
        List<TopicPartition> partitions = consumer.partitionsFor(PREFIX + "outbound.outcomes").stream()
                .map(info -> new TopicPartition(info.topic(), info.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        partitions.forEach(consumer::position); // the seek is done when somebody asks where it went
        return consumer;
    }

    private static void store(ProducerRecord<String, String> record) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", SERVERS);
        properties.put("acks", "all");
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(properties, new StringSerializer(), new StringSerializer())) {
            producer.send(record).get();
        }
    }

    private static int await(KafkaConsumer<String, String> outcomes, String key) {
        Instant until = Instant.now().plusSeconds(60);
        while (Instant.now().isBefore(until)) {
            for (ConsumerRecord<String, String> record : outcomes.poll(Duration.ofSeconds(1))) {
                if (record.key().equals(key)) {
                    JsonNode outcome = JSON.readTree(record.value());
                    String state = outcome.path("state").asString();
                    if (!state.equals("accepted")) {
                        System.out.println(state + " " + outcome.path("reason").asString() + " "
                                + outcome.path("message").path("message_id").asString("-"));
                        return state.equals("sent") ? 0 : TERMINAL.contains(state) ? 1 : 2;
                    }
                }
            }
        }
        System.out.println("no outcome yet; it may still be sent");
        return 2;
    }
}
