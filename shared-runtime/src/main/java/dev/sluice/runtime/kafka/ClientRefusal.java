package dev.sluice.runtime.kafka;

import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.ClientKind;
import dev.sluice.runtime.settings.Settings;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;

/**
 * Why Kafka's clients cannot be made of the settings, in the words of a failed start: the setting that it is about, as far as
 * Kafka tells it, by the name that the user gave it.
 */
public final class ClientRefusal {
    private static final Pattern PROPERTY = Pattern.compile("\\b[a-z0-9]+(?:\\.[a-z0-9]+)+\\b");

    /** Says only that there is a cause, and of which client. */
    private static final Pattern WRAPPER =
            Pattern.compile("Failed to (?:construct|create new) (?:kafka |Kafka)?(\\w+)");

    private static final int MAX_CAUSES = 20;

    private ClientRefusal() {}

    /**
     * The failure to throw.
     *
     * @param kind whose properties they are
     * @param refused what the making of a client has thrown
     */
    public static StartFailure of(Settings settings, ClientKind kind, KafkaException refused) {
        List<String> reasons = reasons(refused);
        String problem = String.join(": ", reasons) + "; wants what Kafka's documentation of this property says";
        Map<String, Object> set = settings.kafka(kind);
        Optional<String> property = store(set, problem).or(() -> named(set, reasons));
        return property.map(name -> settings.refuseKafka(kind, name, problem))
                .orElseGet(() -> new StartFailure(
                        ExitCode.USAGE,
                        "sluice.kafka",
                        String.join(": ", reasons) + "; wants client properties that Kafka accepts",
                        refused));
    }

    /** The same of a client that Kafka Streams makes inside; empty when {@code thrown} is about something else. */
    public static Optional<StartFailure> ofInner(Settings settings, KafkaException thrown) {
        Throwable at = thrown;
        for (int i = 0; at != null && i < MAX_CAUSES; i++) {
            Matcher made = WRAPPER.matcher(said(at));
            if (made.matches()) {
                return Optional.of(of(settings, kind(made.group(1)), thrown));
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    private static ClientKind kind(String client) {
        return switch (client) {
            case "producer" -> ClientKind.PRODUCER;
            case "consumer" -> ClientKind.CONSUMER;
            default -> ClientKind.ADMIN;
        };
    }

    /** From the outermost that says something to the root, without those that repeat their cause. */
    private static List<String> reasons(Throwable refused) {
        List<String> reasons = new ArrayList<>();
        Throwable at = refused;
        for (int i = 0; at != null && i < MAX_CAUSES; i++) {
            String said = said(at);
            Throwable cause = at.getCause();
            boolean repeats = cause != null && said.contains(said(cause));
            if (!repeats
                    && !reasons.contains(said)
                    && (cause == null || !WRAPPER.matcher(said).matches())) {
                reasons.add(said);
            }
            at = cause;
        }
        return reasons;
    }

    private static String said(Throwable t) {
        if (t instanceof NoSuchFileException) {
            return "there is no such file";
        }
        if (t instanceof AccessDeniedException) {
            return "the file may not be read";
        }
        return t.getMessage() == null ? t.getClass().getSimpleName() : t.getMessage();
    }

    /** The key or trust store that could not be loaded: Kafka names its file. */
    private static Optional<String> store(Map<String, Object> set, String problem) {
        return set.entrySet().stream()
                .filter(each -> each.getKey().matches("ssl\\.(key|trust)store\\.location"))
                .filter(each -> problem.contains(each.getValue().toString()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    /** The first property of a reason that somebody has set, else the first that is named at all. */
    private static Optional<String> named(Map<String, Object> set, List<String> reasons) {
        List<String> names = reasons.stream()
                .map(PROPERTY::matcher)
                .flatMap(Matcher::results)
                .map(MatchResult::group)
                .toList();
        return names.stream()
                .filter(set::containsKey)
                .findFirst()
                .or(() -> names.stream().filter(ClientRefusal::isProperty).findFirst());
    }

    /** What else may have dots in a message: host names, classes, files. */
    private static boolean isProperty(String name) {
        return ProducerConfig.configNames().contains(name)
                || ConsumerConfig.configNames().contains(name)
                || AdminClientConfig.configNames().contains(name);
    }
}
