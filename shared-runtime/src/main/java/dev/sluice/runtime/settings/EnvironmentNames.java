package dev.sluice.runtime.settings;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** How keys and environment variables name each other, and which variables are not ours to judge. Pure. */
final class EnvironmentNames {
    static final String PREFIX = "SLUICE_";
    static final String KAFKA_PREFIX = "SLUICE_KAFKA_";
    static final String CONFIG = "SLUICE_CONFIG";

    /** Read by the launcher and the image, not settings. */
    private static final Set<String> LAUNCHER = Set.of(CONFIG, "SLUICE_JAVA_OPTS", "SLUICE_HOME");

    /** What Kubernetes injects for every Service of the namespace, such as one called {@code sluice-desk}. */
    private static final Pattern KUBERNETES = Pattern.compile(".*_(SERVICE_HOST|SERVICE_PORT.*|PORT|PORT_.*)");

    private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

    private EnvironmentNames() {}

    /** The variable of a key: {@code sluice.telegram.api-url} → {@code SLUICE_TELEGRAM_API_URL}. */
    static String of(String key) {
        return key.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** The key of a {@code SLUICE_KAFKA_*} variable: underscores are dots, as in every Kafka property we know. */
    static String kafkaKey(String variable) {
        return Settings.KAFKA_PREFIX
                + variable.substring(KAFKA_PREFIX.length())
                        .toLowerCase(Locale.ROOT)
                        .replace('_', '.');
    }

    /** Whether an unknown variable of this name is let pass (CONTRACT "Settings"). */
    static boolean isForeign(String variable) {
        return LAUNCHER.contains(variable) || KUBERNETES.matcher(variable).matches();
    }

    /**
     * Whether a variable that is the name of a setting holds the address of a Service instead: a Service called
     * {@code sluice-management} makes Kubernetes set {@code SLUICE_MANAGEMENT_PORT=tcp://10.0.0.7:8401}.
     */
    static boolean isServiceAddress(String variable, String value) {
        return KUBERNETES.matcher(variable).matches()
                && SERVICE_ADDRESS.matcher(value.strip()).matches();
    }
}
