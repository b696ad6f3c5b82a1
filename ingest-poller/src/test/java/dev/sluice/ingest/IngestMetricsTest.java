package dev.sluice.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.ingest.rules.BotState;
import dev.sluice.ingest.shard.ShardState;
import dev.sluice.ingest.telegram.PollResult;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a scrape of a poller shows. */
class IngestMetricsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final IngestMetrics metrics = new IngestMetrics(registry);

    @Test
    void everyWordThatIsKnownIsThereFromTheStart() {
        for (String kind : List.of(
                "batch",
                "empty",
                "conflict",
                "unauthorized",
                "flood",
                "servererror",
                "unreachable",
                "unreadable",
                "cancelled")) {
            assertTrue(has("sluice_ingest_polls_total{result=\"" + kind + "\"} 0.0"), kind);
        }
        assertEquals(9, count("sluice_ingest_polls_total"));
        assertTrue(has("sluice_ingest_transaction_errors_total{action=\"rebuild\",phase=\"commit\"} 0.0"));
        assertTrue(has("sluice_ingest_transaction_errors_total{action=\"rebuild\",phase=\"other\"} 0.0"));
        assertEquals(5 * 4, count("sluice_ingest_transaction_errors_total"));
        assertTrue(has("sluice_ingest_last_commit_timestamp_seconds 0.0"));
        assertTrue(has("sluice_ingest_last_answer_timestamp_seconds 0.0"));
    }

    @Test
    void aBotThatIsHereHasItsCountersBeforeAnythingHappens() {
        metrics.bot(110001, BotState.POLLING);

        assertTrue(has("sluice_ingest_gaps_total{bot_id=\"110001\"} 0.0"));
        assertTrue(has("sluice_ingest_conflicts_total{bot_id=\"110001\"} 0.0"));
        assertTrue(has("sluice_ingest_updates_total{bot_id=\"110001\"} 0.0"));
        assertTrue(has("sluice_ingest_trouble_seconds{bot_id=\"110001\"} 0.0"));
    }

    @Test
    void botsAreCountedByTheStateThatTheyAreIn() {
        metrics.bot(110001, BotState.POLLING);
        metrics.bot(110002, BotState.POLLING);
        metrics.bot(110002, BotState.PARKED);
        metrics.bot(110002, BotState.PARKED);

        assertTrue(has("sluice_ingest_bots{state=\"polling\"} 1.0"));
        assertTrue(has("sluice_ingest_bots{state=\"parked\"} 1.0"));
        assertTrue(has("sluice_ingest_bot_state{bot_id=\"110001\"} 0.0"));
        assertTrue(has("sluice_ingest_bot_state{bot_id=\"110002\"} 4.0"));
        metrics.botGone(110002);
        metrics.botGone(110002);
        assertTrue(has("sluice_ingest_bots{state=\"parked\"} 0.0"));
    }

    @Test
    @Tag("R128")
    void whatABotHasPendingLeavesWithItsOwner() {
        metrics.bot(110001, BotState.POLLING);
        metrics.pendingUpdates(110001, 12);
        assertTrue(has("sluice_ingest_pending_updates{bot_id=\"110001\"} 12.0"));

        metrics.botGone(110001);

        assertEquals(0, count("sluice_ingest_pending_updates"), "another process shows it now");
        metrics.pendingUpdates(110001, 13); // an answer that was under way
        assertEquals(0, count("sluice_ingest_pending_updates"));
        metrics.bot(110001, BotState.POLLING);
        assertTrue(has("sluice_ingest_pending_updates{bot_id=\"110001\"} 0.0"), "and here again when it is back");
    }

    @Test
    void aThousandBotsMakeNoThousandSeries() {
        for (int bot = 0; bot < 1_000; bot++) {
            metrics.bot(110001 + bot, bot == 999 ? BotState.PARKED : BotState.POLLING);
            metrics.pendingUpdates(110001 + bot, 2);
            metrics.poll(110001 + bot, new PollResult.Conflict("terminated by other getUpdates request"));
        }

        assertEquals(IngestMetrics.MAX_LABELLED_BOTS + 1, count("sluice_ingest_pending_updates"));
        assertTrue(has("sluice_ingest_pending_updates{bot_id=\"other\"} 1600.0"));
        assertTrue(has("sluice_ingest_conflicts_total{bot_id=\"other\"} 800.0"));
        assertTrue(has("sluice_ingest_bot_state{bot_id=\"other\"} 4.0"), "the worst");
        assertTrue(count("") < 2_000, () -> count("") + " series in all");
        for (int bot = 200; bot < 1_000; bot++) {
            metrics.botGone(110001 + bot);
        }
        assertEquals(IngestMetrics.MAX_LABELLED_BOTS, count("sluice_ingest_pending_updates"));
    }

    @Test
    void onlyAGoodAnswerIsASignOfLife() {
        metrics.poll(110001, new PollResult.Unreachable("connection refused"));
        assertTrue(has("sluice_ingest_last_answer_timestamp_seconds 0.0"));

        metrics.poll(110001, new PollResult.Empty(Duration.ofSeconds(50)));

        assertFalse(has("sluice_ingest_last_answer_timestamp_seconds 0.0"));
    }

    @Test
    void shardsAreCountedInAllAndWhereTheyStand() {
        metrics.shards(8, () -> List.of(ShardState.SERVING, ShardState.SERVING, ShardState.TAKING_OVER));

        assertTrue(has("sluice_ingest_shards 8.0"));
        assertTrue(has("sluice_ingest_shards_owned 2.0"));
        assertTrue(has("sluice_ingest_shards_held{state=\"taking_over\"} 1.0"));
        assertTrue(has("sluice_ingest_shards_held{state=\"failed\"} 0.0"));
    }

    private boolean has(String line) {
        return registry.scrape().lines().anyMatch(line::equals);
    }

    private long count(String name) {
        return registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#") && line.startsWith(name))
                .count();
    }
}
