package dev.sluice.system.desk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.cli.AllSettings;
import dev.sluice.model.Names;
import dev.sluice.model.Partitions;
import dev.sluice.model.Topics;
import dev.sluice.outbound.desk.DeskService;
import dev.sluice.runtime.kafka.TopicAdmin;
import dev.sluice.runtime.settings.Settings;
import dev.sluice.testbroker.TestBroker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** The page before {@code sluice desk} with 100,000 open reviews in a broker. */
@NeedsBrowser
class RealScaleTest {
    private static final int REVIEWS = 100_000;

    private static TestBroker kafka;
    private static DeskService desk;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        kafka = TestBroker.start(Map.of());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", kafka.servers()))) {
            var unused = new TopicAdmin(admin, new Names(""), 1).create(Topics.usedByOutbound(), Map.of(), false);
        }
        fill();
        desk = new DeskService(
                Settings.load(
                        Map.of(
                                "SLUICE_KAFKA_BOOTSTRAP_SERVERS", kafka.servers(),
                                "SLUICE_TOPICS_REPLICATION_FACTOR", "1",
                                "SLUICE_DESK_PORT", "0",
                                "SLUICE_MANAGEMENT_PORT", "0"),
                        List.of(),
                        AllSettings.list(),
                        AllSettings.FAMILIES),
                "test",
                "0.1",
                Clock.systemUTC());
        desk.start();
        browser = new Browser();
    }

    private static void fill() {
        MadeUp madeUp = new MadeUp(5, Instant.now());
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", kafka.servers(), "linger.ms", 20),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = 0; i < REVIEWS; i++) {
                ObjectNode review = StubBoard.made(madeUp.review(i, REVIEWS, 14));
                review.remove("place");
                String sender = review.path("sender").asString();
                var unused = producer.send(new ProducerRecord<>(
                        Topics.REVIEWS.name(),
                        Partitions.forSender(sender, Topics.REVIEWS.partitions()),
                        StubBoard.keyOf(review).getBytes(UTF_8),
                        review.toString().getBytes(UTF_8)));
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        browser.close();
        desk.drain(Duration.ofSeconds(20));
        kafka.close();
    }

    @Test
    void aHundredThousandAreAtHand() {
        // Given
        String url = "http://127.0.0.1:" + desk.port() + "/#/reviews";
        browser.open(url);
        browser.await(
                "all are read",
                () -> browser.text("#reviews-list .range").equals("1–100 of 100,000 open reviews, oldest first"));

        // When
        browser.open("about:blank");
        browser.open(url);
        browser.awaitText("#reviews-list .range", "1–100 of 100,000");
        double table = Timed.firstTable(browser);
        double filter = Timed.until(
                browser,
                "const q = document.querySelector('#reviews-filters [name=q]'); q.value = 'digest-8';"
                        + " q.dispatchEvent(new Event('input', {bubbles: true}))",
                "/that match/.test(document.querySelector('#reviews-list .range').textContent)");
        double clear = Timed.until(
                browser,
                "document.querySelector('#reviews-clear').click()",
                "/of 100,000 open reviews, oldest/.test(document.querySelector('#reviews-list .range').textContent)");
        double next = Timed.until(browser, Timed.NEXT, Timed.SECOND_PAGE);
        double counted =
                Timed.until(browser, Timed.SELECT_ALL + Timed.press("Drop"), Timed.title("Drop 100,000 messages?"));
        browser.type("#confirm-typed", "100000");
        double written = Timed.until(browser, Timed.CONFIRM, Timed.CONFIRMED);

        // Then
        System.out.printf(
                "real desk, %d reviews, ms: first table %.0f, filter %.0f (250 of it typing), filter cleared %.0f, next page %.0f,"
                        + " all counted %.0f, all written %.0f; page heap MB %s%n",
                REVIEWS, table, filter, clear, next, counted, written, Timed.heapMb(browser));
        assertTrue(table < 5_000 && filter < 2_000 && clear < 2_000 && next < 2_000, "slower than a person likes");
    }
}
