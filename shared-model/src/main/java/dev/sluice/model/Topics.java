package dev.sluice.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The topic catalogue: the one place that knows which topics Sluice uses, and how they are made. Names are without the
 * prefix; {@link Names} adds it.
 */
public final class Topics {

    /** Kafka's own default. An update has at most 512 KiB (the Bot API queues no larger one), its headers some 300 bytes. */
    private static final int DEFAULT_BYTES = 1_048_588;

    /** A request or command value has at most 512 KiB; the rest is for key, trace headers and Kafka's batch header. */
    private static final int REQUEST_BYTES = (512 + 32) * 1024;

    /**
     * Records that quote others: an attempt repeats a request and adds to it, a review adds every try's error, a result
     * carries the API's answer, a dead letter adds its reason to whatever arrived. With this room none of them can grow
     * past what Kafka takes because of what it quotes.
     */
    private static final int QUOTING_BYTES = 4 * 1024 * 1024;

    /** Kafka drops whole segments only: without shorter ones, a day's retention keeps a quiet topic for a week. */
    private static final Map<String, String> ROLL_HOURLY = config("segment.ms", Duration.ofHours(1));

    private static final Map<String, String> ROLL_DAILY = config("segment.ms", Duration.ofDays(1));

    /**
     * For compacted topics that are rewritten all the time and read from the start by whoever takes over: the time that
     * takes grows with what is not compacted yet. Small segments, because the active one is never compacted; a low dirty
     * ratio, because the default waits until half of the log is waste; a lag limit, because a quiet partition would
     * otherwise never reach that ratio.
     */
    private static final Map<String, String> COMPACT_SOON = Map.of(
            "segment.bytes", Integer.toString(32 * 1024 * 1024),
            "segment.ms", millis(Duration.ofHours(1)),
            "min.cleanable.dirty.ratio", "0.1",
            "max.compaction.lag.ms", millis(Duration.ofHours(6)));

    /**
     * The broker's time on every record, not the writer's: what the gate and the dispatcher write must be taken whatever
     * their wall clocks show (a broker refuses a time an hour ahead), and the append times of results are the clock in which
     * the gate stores its deadlines.
     */
    private static final Map<String, String> BROKERS_TIME = Map.of(TopicSpec.TIMESTAMP_TYPE, "LogAppendTime");

    private static final String SENDER = "`<sender>`";
    private static final String JOB = "`<sender>/<request_id>`";

    public static final TopicSpec UPDATES = new TopicSpec(
            "telegram.updates",
            12,
            Cleanup.DELETE,
            days(7),
            "poller",
            "`<bot_id>:<update_id>`",
            "the Update, byte for byte as Telegram sent it",
            false,
            DEFAULT_BYTES,
            ROLL_DAILY);

    /** Its partitions are the shards of ingest; never repartitioned, since two ids would own one bot without a fence. */
    public static final TopicSpec CHECKPOINTS = new TopicSpec(
            "telegram.checkpoints",
            8,
            Cleanup.COMPACT,
            Optional.empty(),
            "poller",
            "`<bot_id>`",
            "checkpoint",
            true,
            DEFAULT_BYTES,
            COMPACT_SOON);

    public static final TopicSpec INGEST_EVENTS = new TopicSpec(
            "telegram.ingest-events",
            3,
            Cleanup.DELETE,
            days(30),
            "poller",
            "`<bot_id>`",
            "ingest event",
            false,
            DEFAULT_BYTES,
            ROLL_DAILY);

    public static final TopicSpec QUARANTINE = new TopicSpec(
            "telegram.quarantine",
            3,
            Cleanup.DELETE,
            days(30),
            "poller",
            "`<bot_id>:<sha256>`",
            "the raw bytes of an element that is no usable update, or a part of an update too large to store",
            false,
            QUOTING_BYTES,
            ROLL_DAILY);

    public static final TopicSpec UNIFYPORT_EVENTS = new TopicSpec(
            "unifyport.events",
            12,
            Cleanup.DELETE,
            days(7),
            "webhook",
            "`<account_id>:<event_id>`",
            "raw event body",
            false,
            // what the inbox took must fit here too
            QUOTING_BYTES,
            ROLL_DAILY);

    public static final TopicSpec UNIFYPORT_INBOX = new TopicSpec(
            "unifyport.inbox",
            3,
            Cleanup.DELETE,
            days(1),
            "webhook (internal)",
            "`<account_id>:<event_id>`",
            "raw event body, as received",
            false,
            QUOTING_BYTES,
            ROLL_HOURLY);

    public static final TopicSpec TELEGRAM_WEBHOOK_INBOX = new TopicSpec(
            "telegram.webhook-inbox",
            3,
            Cleanup.DELETE,
            days(1),
            "webhook (internal)",
            "`<bot_id>:<update_id>`",
            "the Update, byte for byte as received",
            false,
            QUOTING_BYTES,
            ROLL_HOURLY);

    public static final TopicSpec REQUESTS =
            perSender("outbound.requests", days(7), "anyone", "send request", REQUEST_BYTES, ROLL_DAILY);

    public static final TopicSpec COMMANDS = perSender(
            "outbound.commands",
            days(7),
            "anyone allowed",
            "cancel, cancel_chat, resolve, pause or resume",
            REQUEST_BYTES,
            ROLL_DAILY);

    public static final TopicSpec ATTEMPTS = perSender(
            "outbound.attempts",
            days(1),
            "gate (internal)",
            "one granted attempt",
            QUOTING_BYTES,
            both(ROLL_HOURLY, BROKERS_TIME));

    public static final TopicSpec ATTEMPT_RESULTS = perSender(
            "outbound.attempt-results",
            days(1),
            "dispatcher (internal)",
            "what happened to an attempt",
            QUOTING_BYTES,
            both(ROLL_HOURLY, BROKERS_TIME));

    /** Fixed like the sender-keyed ones: a key that moved would keep its old state in the partition it left. */
    public static final TopicSpec OUTCOMES = new TopicSpec(
            "outbound.outcomes",
            12,
            Cleanup.COMPACT_DELETE,
            days(30),
            "gate",
            JOB,
            "outcome",
            true,
            QUOTING_BYTES,
            both(ROLL_DAILY, BROKERS_TIME));

    /** Fixed like the sender-keyed ones: a tombstone in another partition would never close its review. */
    public static final TopicSpec REVIEWS = new TopicSpec(
            "outbound.reviews",
            12,
            Cleanup.COMPACT,
            Optional.empty(),
            "gate",
            JOB,
            "open review; tombstone when resolved",
            true,
            QUOTING_BYTES,
            both(COMPACT_SOON, BROKERS_TIME));

    public static final TopicSpec DEAD_LETTERS = new TopicSpec(
            "outbound.dead-letters",
            12,
            Cleanup.DELETE,
            days(30),
            "gate",
            "as received",
            "original bytes; reason and origin in headers",
            false,
            QUOTING_BYTES,
            both(ROLL_DAILY, BROKERS_TIME));

    public static final TopicSpec LANES = new TopicSpec(
            "outbound.lanes",
            12,
            Cleanup.COMPACT,
            Optional.empty(),
            "gate",
            SENDER,
            "state of the sender's lane",
            true,
            DEFAULT_BYTES,
            both(COMPACT_SOON, BROKERS_TIME));

    private static final List<TopicSpec> OWNED_BY_INGEST = List.of(UPDATES, CHECKPOINTS, INGEST_EVENTS, QUARANTINE);

    private static final List<TopicSpec> USED_BY_OUTBOUND =
            List.of(REQUESTS, COMMANDS, ATTEMPTS, ATTEMPT_RESULTS, OUTCOMES, REVIEWS, DEAD_LETTERS, LANES);

    private static final List<TopicSpec> ALL = List.of(
            UPDATES,
            CHECKPOINTS,
            INGEST_EVENTS,
            QUARANTINE,
            UNIFYPORT_EVENTS,
            UNIFYPORT_INBOX,
            TELEGRAM_WEBHOOK_INBOX,
            REQUESTS,
            COMMANDS,
            ATTEMPTS,
            ATTEMPT_RESULTS,
            OUTCOMES,
            REVIEWS,
            DEAD_LETTERS,
            LANES);

    private Topics() {}

    /** Every topic, in the order of the documentation. */
    public static List<TopicSpec> all() {
        return ALL;
    }

    /** The topics that the poller writes, and so checks at its start. */
    public static List<TopicSpec> ownedByIngest() {
        return OWNED_BY_INGEST;
    }

    /** The topics that the sender reads and writes, and so checks at its start. */
    public static List<TopicSpec> usedByOutbound() {
        return USED_BY_OUTBOUND;
    }

    /** A topic keyed by sender: one task owns a sender's gates, so its partition may never change. */
    private static TopicSpec perSender(
            String name,
            Optional<Duration> retention,
            String owner,
            String value,
            int maxMessageBytes,
            Map<String, String> extraConfig) {
        return new TopicSpec(
                name, 12, Cleanup.DELETE, retention, owner, SENDER, value, true, maxMessageBytes, extraConfig);
    }

    private static Optional<Duration> days(int days) {
        return Optional.of(Duration.ofDays(days));
    }

    private static Map<String, String> config(String name, Duration value) {
        return Map.of(name, millis(value));
    }

    private static Map<String, String> both(Map<String, String> some, Map<String, String> others) {
        Map<String, String> all = new HashMap<>(some);
        all.putAll(others);
        return Map.copyOf(all);
    }

    private static String millis(Duration value) {
        return Long.toString(value.toMillis());
    }
}
