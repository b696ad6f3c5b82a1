package dev.sluice.outbound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import dev.sluice.outbound.gate.LaneView;
import dev.sluice.outbound.gate.Parked;
import dev.sluice.outbound.topology.GateStatus;
import dev.sluice.outbound.topology.LaneAges;
import dev.sluice.outbound.topology.TaskBoard.TaskState;
import dev.sluice.outbound.wire.ReturnReason;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What a scrape of a sender shows. */
class OutboundMetricsTest {
    private static final LaneAges AGES = new LaneAges(1_500, 60_000, 3_000, 7_000);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final OutboundMetrics metrics = new OutboundMetrics(registry);

    @Test
    void everyWordThatIsKnownIsThereFromTheStart() {
        for (String series : List.of(
                "sluice_outbound_dead_letters_total{reason=\"not_json\"} 0.0",
                "sluice_outbound_dead_letters_total{reason=\"misrouted\"} 0.0",
                "sluice_outbound_dead_letters_total{reason=\"needs_upload\"} 0.0",
                "sluice_outbound_dead_letters_total{reason=\"command_too_late\"} 0.0",
                "sluice_outbound_results_total{class=\"unknown\"} 0.0",
                "sluice_outbound_returned_total{reason=\"lease\"} 0.0",
                "sluice_outbound_position_commit_errors_total 0.0",
                "sluice_outbound_stream_thread_failures_total 0.0",
                "sluice_outbound_gate_restarts_total 0.0",
                "sluice_outbound_last_result_timestamp_seconds 0.0")) {
            assertTrue(has(series), series);
        }
        assertEquals(ResultClass.values().length, count("sluice_outbound_results_total"));
        assertEquals(ReturnReason.values().length, count("sluice_outbound_returned_total"));
    }

    @Test
    void aLaneShowsWhyItIsQuietAndHowLongThingsWait() {
        metrics.lane(Sender.telegram(110001), view(4, true, Optional.of(Parked.AUTH)), AGES);

        for (String series : List.of(
                "sluice_outbound_backlog{bot_id=\"110001\"} 4.0",
                "sluice_outbound_in_flight{bot_id=\"110001\"} 1.0",
                "sluice_outbound_parked{bot_id=\"110001\",reason=\"auth\"} 1.0",
                "sluice_outbound_parked{bot_id=\"110001\",reason=\"no_credentials\"} 0.0",
                "sluice_outbound_paused{bot_id=\"110001\"} 1.0",
                "sluice_outbound_cooldown_seconds{bot_id=\"110001\"} 1.5",
                "sluice_outbound_oldest_job_seconds{bot_id=\"110001\"} 60.0",
                "sluice_outbound_late_seconds{bot_id=\"110001\"} 3.0",
                "sluice_outbound_oldest_review_seconds{bot_id=\"110001\"} 7.0",
                "sluice_outbound_floods_total{bot_id=\"110001\"} 0.0",
                "sluice_outbound_expired_total{bot_id=\"110001\"} 0.0")) {
            assertTrue(has(series), series);
        }
    }

    @Test
    void aThousandBotsMakeNoThousandSeries() {
        for (int bot = 0; bot < 1_000; bot++) {
            Sender sender = Sender.telegram(110001 + bot);
            metrics.lane(sender, view(2, false, Optional.of(Parked.AUTH)), AGES);
            metrics.flood(sender);
            metrics.expired(sender);
        }

        assertEquals(LaneMeters.MAX_LABELLED_BOTS + 1, count("sluice_outbound_backlog"));
        assertTrue(has("sluice_outbound_backlog{bot_id=\"other\"} 1600.0"));
        assertTrue(has("sluice_outbound_parked{bot_id=\"other\",reason=\"auth\"} 800.0"));
        assertTrue(has("sluice_outbound_oldest_review_seconds{bot_id=\"other\"} 7.0"), "the longest, not the sum");
        assertTrue(has("sluice_outbound_floods_total{bot_id=\"other\"} 800.0"));
        assertTrue(count("") < 3_500, () -> count("") + " series in all");
    }

    @Test
    void aLaneThatIsServedElsewhereIsZeroHere() {
        Sender sender = Sender.telegram(110001);
        metrics.lane(sender, view(4, true, Optional.empty()), AGES);

        metrics.laneGone(sender);

        assertTrue(has("sluice_outbound_backlog{bot_id=\"110001\"} 0.0"));
        assertTrue(has("sluice_outbound_paused{bot_id=\"110001\"} 0.0"));
    }

    @Test
    void theMachineryShowsItsStateAndWhatIsLeftToRestore() {
        metrics.gate(new GateStatus() {
            @Override
            public Optional<String> streamsState() {
                return Optional.of("rebalancing");
            }

            @Override
            public long tasks(TaskState state) {
                return state == TaskState.REBUILDING ? 3 : 0;
            }

            @Override
            public long restoreRemaining(String store) {
                return store.equals("jobs") ? 12 : 0;
            }

            @Override
            public long restored(String store) {
                return 5;
            }

            @Override
            public double committingSeconds() {
                return 1.5;
            }
        });

        assertTrue(has("sluice_outbound_streams_state{state=\"rebalancing\"} 1.0"));
        assertTrue(has("sluice_outbound_streams_state{state=\"running\"} 0.0"));
        assertTrue(has("sluice_outbound_tasks{state=\"rebuilding\"} 3.0"));
        assertTrue(has("sluice_outbound_restore_remaining_records{store=\"jobs\"} 12.0"));
        assertTrue(has("sluice_outbound_restored_records_total{store=\"intents\"} 5.0"));
        assertTrue(has("sluice_outbound_gate_committing_seconds_total 1.5"));
    }

    @Test
    void aCallThatEndedHasATime() {
        metrics.result(ResultClass.SENT);

        assertFalse(has("sluice_outbound_last_result_timestamp_seconds 0.0"));
        assertTrue(has("sluice_outbound_results_total{class=\"sent\"} 1.0"));
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

    private static LaneView view(int waiting, boolean paused, Optional<Parked> parked) {
        return new LaneView(
                waiting, 1, 0, 0, OptionalLong.empty(), 0, paused, parked, OptionalLong.empty(), OptionalLong.empty());
    }
}
