package dev.sluice.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What to do about each metric, for {@code docs/metrics.md}; a metric without a word here fails the test of that page. */
final class MetricsAdvice {
    private static final Map<String, Advice> ALL = new TreeMap<>();

    static {
        everywhere();
        ingest();
        send();
        desk();
    }

    private MetricsAdvice() {}

    /** @param alerts that rest on it; each has an entry in the runbook */
    private record Advice(String text, List<String> alerts) {}

    /** The cell of a metric. */
    static String of(String metric) {
        Advice advice = ALL.get(metric);
        if (advice == null) {
            throw new IllegalStateException("no advice for " + metric + ": MetricsAdvice wants a line");
        }
        String links = advice.alerts().stream()
                .map(alert -> "[" + alert + "](runbook.md#" + alert.toLowerCase(Locale.ROOT) + ")")
                .collect(Collectors.joining(", "));
        return links.isEmpty() ? advice.text() : advice.text() + ": " + links;
    }

    /** The metrics that there is advice for. */
    static Set<String> known() {
        return ALL.keySet();
    }

    /** The alerts that are linked. */
    static List<String> alerts() {
        return ALL.values().stream()
                .flatMap(advice -> advice.alerts().stream())
                .distinct()
                .sorted()
                .toList();
    }

    private static void add(String metric, String text, String... alerts) {
        ALL.put(metric, new Advice(text, List.of(alerts)));
    }

    private static void everywhere() {
        add("kafka_consumergroup_lag", "growing: the readers are too slow, stuck or gone", "SluiceConsumerLagHigh");
        add(
                "kafka_consumergroup_current_offset",
                "standing still while there is lag: somebody does not get on",
                "SluiceConsumerStuck");
        add("kafka_consumergroup_members", "0: nobody reads; see that group's own service");
        add("sluice_lag_readable", "0: an ACL is missing, or the name is wrong", "SluiceLagUnreadable");
        add("sluice_lag_failures_total", "the label `reason` says what is missing", "SluiceLagUnreadable");
        add("sluice_build_info", "differing versions: a rollout that has not ended");
        add("sluice_ready", "0: `sluice_check_up` and `/ready` say which check", "SluiceNotReady");
        add(
                "sluice_healthy",
                "0: a loop stands still; the platform restarts the process by `/healthy`",
                "SluiceNotReady");
        add("sluice_check_up", "0: `/ready` or `/healthy` has its words", "SluiceNotReady");
        add("sluice_tokens", "differs between instances: they see different token directories", "SluiceTokensDiffer");
        add("sluice_token_files_bad", "above 0: the log names the files; mend or remove them", "SluiceTokenFileBad");
        add("sluice_http_pool_leased", "near the maximum: calls wait for a connection");
        add("sluice_http_pool_idle", "nothing; idle ones are closed in time");
        add("sluice_http_pool_pending", "above 0 for long: the API is slow, or the maximum too low");
        add("sluice_http_pool_max", "nothing; the bound of the others");
        add("logback_events_total", "`level=\"error\"` rising: read the log");
    }

    private static void ingest() {
        add(
                "sluice_ingest_bots",
                "`parked`, `conflict` or `webhook` above 0: a bot gets no updates",
                "SluiceBotParked",
                "SluiceWebhookSet");
        add("sluice_ingest_bot_state", "not 0: look at this bot", "SluiceBotParked", "SluiceWebhookSet");
        add(
                "sluice_ingest_trouble_seconds",
                "growing: the API or the network; after 24 h Telegram drops updates",
                "SluiceBotFailing");
        add("sluice_ingest_conflicts_total", "find the other poller, or a webhook", "SluicePollConflict");
        add("sluice_ingest_gaps_total", "updates may be missing; the event on the topic says which", "SluiceUpdateGap");
        add("sluice_ingest_delay_seconds", "high: Kafka is slow, or the poller has no CPU", "SluiceIngestDelayHigh");
        add("sluice_ingest_commit_seconds", "high: look at the brokers", "SluiceIngestDelayHigh");
        add("sluice_ingest_group_records", "large: many updates share a commit; that is how bursts are taken");
        add("sluice_ingest_pending_updates", "growing: polling does not keep up", "SluicePendingUpdatesGrowing");
        add("sluice_ingest_updates_total", "0 for a bot that is used: see its state");
        add("sluice_ingest_duplicates_total", "some after a crash or a takeover is normal");
        add("sluice_ingest_quarantined_total", "rising: `sluice quarantine list` shows them", "SluiceQuarantined");
        add("sluice_ingest_sequence_resets_total", "rising: the API ignored our offset; doubles are possible");
        add("sluice_ingest_polls_total", "`unreachable`, `servererror`, `flood`: the API; `unauthorized`: a token");
        add("sluice_ingest_shards", "nothing; the owned are compared with it", "SluiceShardsUnowned");
        add(
                "sluice_ingest_shards_owned",
                "the sum below `sluice_ingest_shards`: bots without a poller",
                "SluiceShardsUnowned");
        add("sluice_ingest_shards_held", "`taking_over` or `unconfirmed` for long: Kafka", "SluiceShardsUnowned");
        add("sluice_ingest_takeovers_total", "rising without a deploy: members come and go, or Kafka is slow");
        add("sluice_ingest_transaction_errors_total", "rising: the log and the brokers", "SluiceCommitErrors");
        add("sluice_ingest_last_commit_timestamp_seconds", "old is normal without updates");
        add(
                "sluice_ingest_last_answer_timestamp_seconds",
                "older than two poll timeouts: nothing is received",
                "SluiceIngestStalled");
        add("sluice_ingest_bodies_bytes", "near the maximum: Kafka takes less than Telegram gives");
        add("sluice_ingest_bodies_max_bytes", "a fifth of the heap; give more heap for more");
    }

    private static void send() {
        add("sluice_outbound_backlog", "growing: more is asked for than the limits allow", "SluiceOutboundStalled");
        add("sluice_outbound_late_seconds", "high: see cooldown, pause, parking, limits", "SluiceOldestJobTooOld");
        add("sluice_outbound_oldest_job_seconds", "high is normal for jobs that are planned");
        add("sluice_outbound_in_flight", "stands above 0: the API is slow, or a dispatcher is gone");
        add("sluice_outbound_cooldown_seconds", "wait: nothing shortens it", "SluiceLongCooldown");
        add("sluice_outbound_floods_total", "send less, or set tighter limits for this bot", "SluiceFloodsFrequent");
        add("sluice_outbound_held", "decide in the desk", "SluiceReviewsOpen");
        add("sluice_outbound_unknown", "look whether it arrived, then decide in the desk", "SluiceReviewsOpen");
        add("sluice_outbound_oldest_review_seconds", "decide: its chat may wait for it", "SluiceReviewTooOld");
        add("sluice_outbound_parked", "`auth`: a new token; `no_credentials`: give one", "SluiceLaneParked");
        add("sluice_outbound_paused", "1: somebody wanted it; `sluice request resume` ends it");
        add("sluice_outbound_expired_total", "their time was over before their turn", "SluiceRequestsExpired");
        add("sluice_outbound_dead_letters_total", "`sluice dead-letters list` shows them", "SluiceDeadLetters");
        add("sluice_outbound_results_total", "`unknown`, `not_sent`: the network; `rejected`: the requests");
        add("sluice_outbound_returned_total", "`lease` rising: the sender is late; `capacity`: too few calls at once");
        add("sluice_outbound_request_to_wire_seconds", "with `sluice_outbound_late_seconds`: limits or load");
        add("sluice_outbound_grant_to_wire_seconds", "high: the sender has no CPU, or no connections");
        add("sluice_outbound_position_commit_seconds", "high: look at the brokers", "SluiceCommitErrors");
        add("sluice_outbound_position_commit_errors_total", "rising: the log and the brokers", "SluiceCommitErrors");
        add("sluice_outbound_last_position_commit_timestamp_seconds", "old is normal without requests");
        add(
                "sluice_outbound_last_result_timestamp_seconds",
                "old while jobs are late: nothing is sent",
                "SluiceOutboundStalled");
        add("sluice_outbound_taken_attempts", "nothing; how many calls share a commit");
        add("sluice_outbound_open_calls", "at `sluice.outbound.max-calls`: the API is slow");
        add(
                "sluice_outbound_unstored_results",
                "above 0 for long: Kafka takes none; sending stops",
                "SluiceResultsUnstored");
        add("sluice_outbound_partitions", "nothing; the owned are compared with it", "SluicePartitionsUnowned");
        add(
                "sluice_outbound_partitions_owned",
                "the sum below `sluice_outbound_partitions`: nobody sends those",
                "SluicePartitionsUnowned");
        add("sluice_outbound_tasks", "not `open` for long: restoring, or Kafka", "SluiceRestoreSlow");
        add("sluice_outbound_streams_state", "`error`: the log; `rebalancing` for long: members come and go");
        add("sluice_outbound_restore_remaining_records", "not falling: Kafka or the disk is slow", "SluiceRestoreSlow");
        add("sluice_outbound_restored_records_total", "at every start: the state directory is not kept");
        add("sluice_outbound_stream_thread_failures_total", "rising: the log and the brokers", "SluiceCommitErrors");
        add("sluice_outbound_gate_committing_seconds_total", "a rate near 1: the brokers are slow, and grants wait");
        add("sluice_outbound_gate_restarts_total", "rising: a clock is set again and again; see NTP");
    }

    private static void desk() {
        add("sluice_desk_reviews", "above 0: somebody has to decide", "SluiceReviewsOpen");
        add("sluice_desk_streams", "at its bound: pages are left open; new ones are turned away");
        add("sluice_desk_commands_total", "nothing; what people have done at the desk");
        add("sluice_desk_refused_total", "`unauthorized`, `host` or `origin` rising: somebody tries; see the log");
        add("sluice_desk_feed_failures_total", "rising: the desk cannot read its topics; sending is not affected");
    }
}
