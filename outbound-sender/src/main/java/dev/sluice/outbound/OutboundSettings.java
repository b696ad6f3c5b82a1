package dev.sluice.outbound;

import dev.sluice.outbound.gate.FloodScope;
import dev.sluice.outbound.topology.StreamsProperties;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.ClientKind;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Limit;
import dev.sluice.runtime.settings.Setting;
import dev.sluice.runtime.settings.SettingFamily;
import dev.sluice.runtime.settings.Settings;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * The declarations of the sender's settings (CONTRACT, Settings). All but the limits are Sluice's own policy, not Telegram's
 * (R117). {@link GateRules} and {@link SendParts} read them.
 */
public final class OutboundSettings {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final Duration DAY = Duration.ofDays(1);

    public static final Setting<Limit> BOT_LIMIT =
            Setting.limit("sluice.outbound.bot-limit", "30/1s", "What a bot may send, in items.");

    public static final Setting<Limit> CHAT_LIMIT =
            Setting.limit("sluice.outbound.chat-limit", "1/1s", "What a bot may send to one chat, in calls.");

    public static final Setting<Limit> GROUP_LIMIT = Setting.limit(
            "sluice.outbound.group-limit",
            "20/60s",
            "What a bot may send to one group, channel or @name beside that, in items.");

    public static final Setting<Duration> WINDOW_GUARD = Setting.duration(
            "sluice.outbound.window-guard",
            "10ms",
            Duration.ZERO,
            Duration.ofSeconds(10),
            "Added to every limit's window, for what the network does to the distance of two calls.");

    public static final Setting<FloodScope> FLOOD_SCOPE = Setting.choice(
            "sluice.outbound.flood-scope",
            FloodScope.class,
            "bot",
            "What rests after a 429: the whole bot, or first the chat, and the bot when two chats meet one within 10 s.");

    public static final Setting<Double> BULK_SHARE = new Setting<>(
            "sluice.outbound.bulk-share",
            "a number from 0 to below 1",
            "0.2",
            "The share of a bot's sends that bulk requests keep while replies wait too.",
            false,
            OutboundSettings::share);

    public static final Setting<Duration> DEFAULT_EXPIRY = Setting.duration(
            "sluice.outbound.default-expiry",
            "24h",
            Duration.ofSeconds(1),
            Duration.ofDays(365),
            "How long a request lives that names no expires_at.");

    public static final Setting<Duration> DEDUPE_WINDOW = Setting.duration(
            "sluice.outbound.dedupe-window",
            "7d",
            Duration.ofSeconds(1),
            Duration.ofDays(365),
            "How long a request id is remembered after its job has ended, and a cancel whose request has not come.");

    public static final Setting<Duration> HTTP_TIMEOUT = Setting.duration(
            "sluice.outbound.http-timeout",
            "35s",
            Duration.ofMillis(100),
            Duration.ofMinutes(10),
            "How long one call may take, from its start to the last byte of the answer.");

    public static final Setting<Duration> MAX_IDLE = Setting.duration(
            "sluice.outbound.max-idle",
            "4s",
            Duration.ofMillis(100),
            Duration.ofMinutes(10),
            "Connections idle for longer are not used again: the server may have closed them.");

    public static final Setting<Duration> ATTEMPT_LEASE = Setting.duration(
            "sluice.outbound.attempt-lease",
            "20s",
            MOMENT,
            DAY,
            "An attempt is not started later than this after it was granted.");

    public static final Setting<Duration> ATTEMPT_DEADLINE = Setting.duration(
            "sluice.outbound.attempt-deadline",
            "60s",
            MOMENT,
            DAY,
            "When the outcome of an attempt is unknown whose dispatcher has gone.");

    public static final Setting<Duration> CLOCK_SKEW = Setting.duration(
            "sluice.outbound.clock-skew",
            "1s",
            Duration.ZERO,
            Duration.ofMinutes(1),
            "What the clocks of two brokers may differ by; added to stored deadlines when somebody else takes over.");

    public static final Setting<Duration> UNSPECIFIED_FLOOD_PAUSE = Setting.duration(
            "sluice.outbound.unspecified-flood-pause",
            "1m",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "How long a bot rests after a 429 that does not say for how long; doubles up to 1h while it repeats.");

    public static final Setting<Boolean> STRICT_ORDER = Setting.bool(
            "sluice.outbound.strict-order", "false", "Whether a job that waits for a person holds up its chat.");

    public static final Setting<Duration> AUTH_PROBE = Setting.duration(
            "sluice.outbound.auth-probe",
            "5m",
            Duration.ofSeconds(1),
            DAY,
            "How often one attempt is made for a sender whose credentials are missing or refused.");

    public static final Setting<Integer> MAX_CALLS = Setting.integer(
            "sluice.outbound.max-calls", "1000", 1, 20_000, "Calls that this process has open at once, in all.");

    public static final Setting<Integer> MAX_CALLS_PER_BOT = Setting.integer(
            "sluice.outbound.max-calls-per-bot",
            "300",
            1,
            20_000,
            "Calls of one bot that are open at once. At 30 a second, an API that answers after 8 s has 240 open.");

    public static final Setting<Duration> SHUTDOWN_TIMEOUT = Setting.duration(
            "sluice.outbound.shutdown-timeout",
            "45s",
            Duration.ofSeconds(1),
            Duration.ofMinutes(15),
            "How long a stop may take: the answers of calls on the wire are waited for, so that none becomes unknown.");

    public static final Setting<Integer> MANAGEMENT_PORT = CommonSettings.MANAGEMENT_PORT.withDefault("8402");

    /** {@code sluice.outbound.method-weights.<method>}. */
    public static final SettingFamily METHOD_WEIGHTS =
            new SettingFamily("sluice.outbound.method-weights.", Pattern.compile("[A-Za-z]+"), true);

    /** {@code sluice.outbound.senders."telegram:123".bot-limit} and the like; in files only. */
    public static final SettingFamily SENDERS =
            new SettingFamily("sluice.outbound.senders.", Pattern.compile("\"[^\"]+\"\\.[a-z-]+"), false);

    public static final List<SettingFamily> FAMILIES = List.of(METHOD_WEIGHTS, SENDERS);

    /** Those that may differ for one sender. */
    static final List<Setting<?>> PER_SENDER = List.of(
            BOT_LIMIT,
            CHAT_LIMIT,
            GROUP_LIMIT,
            WINDOW_GUARD,
            FLOOD_SCOPE,
            BULK_SHARE,
            DEFAULT_EXPIRY,
            DEDUPE_WINDOW,
            UNSPECIFIED_FLOOD_PAUSE,
            STRICT_ORDER,
            AUTH_PROBE);

    /** All of them, for {@link Settings#load} and the documentation. */
    public static final List<Setting<?>> ALL = List.of(
            BOT_LIMIT,
            CHAT_LIMIT,
            GROUP_LIMIT,
            WINDOW_GUARD,
            FLOOD_SCOPE,
            BULK_SHARE,
            DEFAULT_EXPIRY,
            DEDUPE_WINDOW,
            HTTP_TIMEOUT,
            MAX_IDLE,
            ATTEMPT_LEASE,
            ATTEMPT_DEADLINE,
            CLOCK_SKEW,
            UNSPECIFIED_FLOOD_PAUSE,
            STRICT_ORDER,
            AUTH_PROBE,
            MAX_CALLS,
            MAX_CALLS_PER_BOT,
            SHUTDOWN_TIMEOUT);

    private OutboundSettings() {}

    /**
     * Refuses what a start would refuse before it asks Kafka: rules of single senders, weights, and timeouts that do not hang
     * together.
     *
     * @throws StartFailure (USAGE) naming the one that is wrong
     */
    public static void require(Settings settings) {
        var unusedRules = new GateRules(settings);
        var unusedWeights = GateRules.weights(settings);
        requireOrder(settings);
    }

    /**
     * Refuses timeouts that do not hang together: session &lt; transaction &lt; attempt-lease &lt; attempt-deadline −
     * http-timeout − clock-skew (DESIGN section 4), and a stop that could not wait for a call.
     *
     * @throws StartFailure (USAGE) naming the one that is wrong
     */
    static void requireOrder(Settings settings) {
        Duration lease = settings.get(ATTEMPT_LEASE);
        Duration transaction = timeout(
                settings,
                ClientKind.PRODUCER,
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                StreamsProperties.TRANSACTION_TIMEOUT);
        if (lease.compareTo(transaction) <= 0) {
            throw settings.refuse(
                    ATTEMPT_LEASE,
                    lease.toMillis() + " ms is not above the transaction timeout; wants more than "
                            + transaction.toMillis() + "ms");
        }
        Duration http = settings.get(HTTP_TIMEOUT);
        Duration least = lease.plus(http).plus(settings.get(CLOCK_SKEW));
        if (settings.get(ATTEMPT_DEADLINE).compareTo(least) <= 0) {
            throw settings.refuse(
                    ATTEMPT_DEADLINE,
                    settings.get(ATTEMPT_DEADLINE).toMillis()
                            + " ms is not above attempt-lease + http-timeout + clock-skew; wants more than "
                            + least.toMillis() + "ms");
        }
        Duration stop = http.plusSeconds(5);
        if (settings.get(SHUTDOWN_TIMEOUT).compareTo(stop) < 0) {
            throw settings.refuse(
                    SHUTDOWN_TIMEOUT,
                    "is too short for a call that was just begun; wants http-timeout + 5s, " + stop.toMillis()
                            + "ms, or more");
        }
    }

    /** How long a member of a group may be silent. */
    static Duration sessionTimeout(Settings settings) {
        return timeout(
                settings,
                ClientKind.CONSUMER,
                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                StreamsProperties.SESSION_TIMEOUT);
    }

    /** As {@code sluice.kafka.*} sets it, which {@code KafkaClients} has checked. */
    private static Duration timeout(Settings settings, ClientKind kind, String property, Duration otherwise) {
        Object set = settings.kafka(kind).get(property);
        return set == null ? otherwise : Duration.ofMillis(Long.parseLong(set.toString()));
    }

    private static double share(String text) {
        double share = Double.parseDouble(text);
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("out of bounds");
        }
        return share;
    }
}
