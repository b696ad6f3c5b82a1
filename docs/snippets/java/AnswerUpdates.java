import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers each text message once: reads telegram.updates, writes outbound.requests.
 *
 * <p>Needs kafka-clients and Jackson 3 on the class path. KAFKA=host:port,... [PREFIX=...] [GROUP=...] java -cp ...
 * AnswerUpdates.java
 */
public final class AnswerUpdates {
    private static final String PREFIX = System.getenv().getOrDefault("PREFIX", "");
    private static final JsonMapper JSON = new JsonMapper();

    public static void main(String[] args) throws Exception {
        Properties consuming = new Properties();
        consuming.put("bootstrap.servers", System.getenv().getOrDefault("KAFKA", "localhost:9092"));
        consuming.put("group.id", System.getenv().getOrDefault("GROUP", "answers-java"));
        consuming.put("isolation.level", "read_committed"); // else aborted updates show; Java's default is read_uncommitted
        consuming.put("enable.auto.commit", "false");
        consuming.put("auto.offset.reset", "earliest");
        Properties producing = new Properties();
        producing.put("bootstrap.servers", consuming.get("bootstrap.servers"));
        producing.put("acks", "all"); // and idempotence, which is the default

        Seen seen = new Seen();
        try (KafkaConsumer<String, String> consumer =
                        new KafkaConsumer<>(consuming, new StringDeserializer(), new StringDeserializer());
                KafkaProducer<String, String> producer =
                        new KafkaProducer<>(producing, new StringSerializer(), new StringSerializer())) {
            Thread main = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                consumer.wakeup();
                try {
                    main.join(10_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
            consumer.subscribe(List.of(PREFIX + "telegram.updates"));
            while (true) {
                ConsumerRecords<String, String> records = consumer.poll(Duration.ofSeconds(1));
                List<Future<?>> stored = new ArrayList<>();
                for (ConsumerRecord<String, String> record : records) {
                    if (seen.firstTime(record.key() + "/" + sequenceOf(record))) {
                        JsonNode update = JSON.readTree(record.value());
                        if (update.path("message").has("text")) {
                            stored.add(producer.send(answerTo(record.key(), update.path("message"))));
                        }
                    }
                }
                for (Future<?> each : stored) {
                    each.get(); // a failure ends the program before the commit: what was lost is read again
                }
                consumer.commitSync();
            }
        } catch (WakeupException e) {
            // SIGTERM
        }
    }

    /** The request that answers this update. The key is the sender: Java's partitioner does the rest. */
    private static ProducerRecord<String, String> answerTo(String key, JsonNode message) {
        String sender = "telegram:" + key.substring(0, key.indexOf(':'));
        ObjectNode request = JSON.createObjectNode();
        request.put("request_id", "answer-" + key); // from the update: written twice, it is still one message
        request.put("sender", sender);
        request.put("method", "sendMessage");
        ObjectNode params = request.putObject("params");
        params.set("chat_id", message.path("chat").path("id"));
        params.put("text", "You said: " + message.path("text").asString());
        request.put("cause", key);
        return new ProducerRecord<>(PREFIX + "outbound.requests", sender, request.toString());
    }

    private static String sequenceOf(ConsumerRecord<String, String> record) {
        Header sequence = record.headers().lastHeader("sluice_sequence");
        return sequence == null ? "1" : new String(sequence.value());
    }

    /** The keys of the last updates. A table with a unique key, in the database of your own effects, does this for good. */
    private static final class Seen extends LinkedHashMap<String, Boolean> {
        boolean firstTime(String key) {
            return put(key, true) == null;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > 100_000;
        }
    }
}
