package dev.sluice.runtime.settings;

import ch.qos.logback.classic.Level;
import dev.sluice.model.Names;
import dev.sluice.runtime.logging.Logging;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The settings that every command shares (DESIGN section 6, CONTRACT "Settings"). */
public final class CommonSettings {
    public static final Setting<List<String>> BOOTSTRAP_SERVERS = Setting.list(
            "sluice.kafka.bootstrap.servers",
            "host:port, several by comma",
            null,
            "The Kafka cluster. Any other client property goes the same way, as sluice.kafka.X.");

    public static final Setting<String> TOPICS_PREFIX = Setting.text(
            "sluice.topics.prefix",
            "up to 64 characters of A-Z a-z 0-9 . _ -",
            "",
            Pattern.compile(Names.PREFIX_PATTERN),
            "Stands literally before the name of every topic, consumer group and transactional id.");

    public static final Setting<Integer> REPLICATION_FACTOR = Setting.integer(
            "sluice.topics.replication-factor",
            "3",
            1,
            32,
            "Copies of each topic that is created or checked; min.insync.replicas is 2, and 1 with one copy.");

    public static final Setting<String> INSTANCE_ID = Setting.text(
            "sluice.instance-id",
            "1 to 128 characters of A-Z a-z 0-9 . _ -",
            null,
            Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9._-]{1,128}"),
            "Names this instance and makes it a static member of its consumer groups: a restart within the session timeout"
                    + " moves nothing. Unset: a random name and a dynamic member.");

    public static final Setting<Path> STATE_DIR =
            Setting.path("sluice.state-dir", "state", "Where local state is kept, on a persistent volume.");

    public static final Setting<Duration> STARTUP_TIMEOUT = Setting.duration(
            "sluice.startup-timeout",
            "30s",
            Duration.ofSeconds(1),
            Duration.ofHours(1),
            "How long a start waits for Kafka to answer before it is given up.");

    public static final Setting<Level> LOG_LEVEL = new Setting<>(
            "sluice.log.level",
            "one of ERROR, WARN, INFO, DEBUG, TRACE",
            "INFO",
            "What is logged to stderr. Kafka, Jetty and the HTTP client are heard from WARN on, below INFO in full.",
            false,
            CommonSettings::level);

    public static final Setting<Logging.Format> LOG_FORMAT = Setting.choice(
            "sluice.log.format", Logging.Format.class, "text", "One line of text or one JSON object per event.");

    /** Without a default of its own; each service gives it one ({@link Setting#withDefault}). */
    public static final Setting<Integer> MANAGEMENT_PORT = Setting.port(
            "sluice.management.port",
            null,
            "The port of /healthy, /ready and /metrics. Default: 8401 for ingest, 8402 for send, 8403 for webhook, 8404"
                    + " for desk.");

    public static final Setting<String> MANAGEMENT_BIND = Setting.text(
            "sluice.management.bind",
            "an address of this host",
            "0.0.0.0",
            Pattern.compile("[A-Za-z0-9.:_-]+"),
            "The address that the management port binds to.");

    private static final int MAX_LAG_GROUPS = 100;

    private static final Pattern GROUP_NAME = Pattern.compile("[^\\p{Cntrl}]{1,255}");

    public static final Setting<List<String>> LAG_GROUPS = Setting.list(
                    "sluice.metrics.lag-groups",
                    "at most " + MAX_LAG_GROUPS + " names of consumer groups by comma, each of 1 to 255 characters",
                    "",
                    "Consumer groups whose lag is shown at /metrics beside that of our own groups. Literal names: no prefix is"
                            + " put before them. Wants DESCRIBE of the groups and their topics; with READ of the topics too, a"
                            + " group that only transaction markers are left for has a lag of 0.")
            .checked(names -> names.size() <= MAX_LAG_GROUPS
                    && names.stream().allMatch(name -> GROUP_NAME.matcher(name).matches()));

    /** All of them, for {@link Settings#load}. */
    public static final List<Setting<?>> ALL = List.of(
            BOOTSTRAP_SERVERS,
            TOPICS_PREFIX,
            REPLICATION_FACTOR,
            INSTANCE_ID,
            STATE_DIR,
            STARTUP_TIMEOUT,
            LOG_LEVEL,
            LOG_FORMAT,
            MANAGEMENT_PORT,
            MANAGEMENT_BIND,
            LAG_GROUPS);

    private CommonSettings() {}

    private static Level level(String text) {
        return Level.convertAnSLF4JLevel(org.slf4j.event.Level.valueOf(text.toUpperCase(Locale.ROOT)));
    }
}
