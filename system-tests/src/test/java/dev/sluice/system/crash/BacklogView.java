package dev.sluice.system.crash;

import dev.sluice.system.check.CommittedReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What a reader counts of a backlog that it does not keep: of requests that will be sent in hours, and of their outcomes, only
 * the number matters. Not thread-safe.
 */
final class BacklogView implements Predicate<ConsumerRecord<byte[], byte[]>> {
    private static final Pattern REQUEST = Pattern.compile("backlog-\\d+-(\\d+)");
    private static final int LEAST_KEPT = 10_000;

    /** Behind the backlog somebody cancels. */
    private static final int TAIL = 10;

    private final int backlog;
    private final Map<String, Integer> cancelled = new HashMap<>();
    private final Map<Integer, Integer> acceptedOf = new HashMap<>();
    private final Set<String> flooded = new HashSet<>();
    private final Set<Integer> accepted = new HashSet<>();
    private final Set<Integer> ended = new HashSet<>();

    BacklogView(int backlog) {
        this.backlog = backlog;
    }

    /** Up to now. */
    BacklogView read(CommittedReader reader) {
        reader.readToEnd(SendRun.LONG, "outbound.outcomes", "outbound.attempt-results");
        return this;
    }

    @Override
    public boolean test(ConsumerRecord<byte[], byte[]> stored) {
        switch (stored.topic()) {
            case "outbound.requests":
                return isKept(number(text(stored.value())));
            case "outbound.outcomes":
                outcome(stored.partition(), text(stored.key()), text(stored.value()));
                return isKept(number(text(stored.key())));
            case "outbound.attempt-results":
                if (text(stored.value()).contains("\"class\":\"flood\"")) {
                    flooded.add(text(stored.value()));
                }
                return true;
            default:
                return true;
        }
    }

    private void outcome(int partition, String job, String value) {
        int number = number(job);
        if (value.contains("\"state\":\"accepted\"")) {
            accepted.add(number);
            acceptedOf.merge(partition, 1, Integer::sum);
        } else {
            ended.add(number);
        }
        if (value.contains("\"state\":\"cancelled\"")) {
            cancelled.put(job, acceptedOf.getOrDefault(partition, 0));
        }
    }

    /** Whether a request can have had its turn within the time of a run. */
    boolean mayBeSent(String requestId) {
        return number(requestId) <= kept();
    }

    /** Requests with an outcome that says so. */
    int accepted() {
        return accepted.size();
    }

    /** Requests with any outcome. */
    int ends() {
        Set<Integer> known = new HashSet<>(ended);
        known.removeAll(accepted);
        return accepted.size() + known.size();
    }

    /** Jobs that were cancelled, and how many requests the gate of that partition had accepted before. */
    Map<String, Integer> cancelled() {
        return cancelled;
    }

    /** Results that say 429. */
    int floods() {
        return flooded.size();
    }

    private boolean isKept(int number) {
        return number <= kept() || number > backlog - TAIL;
    }

    private int kept() {
        return Math.max(LEAST_KEPT, backlog / 10);
    }

    private static int number(String text) {
        Matcher id = REQUEST.matcher(text);
        return id.find() ? Integer.parseInt(id.group(1)) : 0;
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
