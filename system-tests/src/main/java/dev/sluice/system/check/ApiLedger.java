package dev.sluice.system.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The simulated API's own account of what it was given to deliver and what became of it: the truth of all checks.
 *
 * <p>Built from the lines of its control interface, one JSON object each.
 */
public final class ApiLedger {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Map<String, ApiSequence> sequences = new LinkedHashMap<>();

    /**
     * Reads an account.
     *
     * @param summaries one line per bot and sequence: {@code bot_id}, {@code sequence} and, as ranges, {@code confirmed},
     *     {@code deleted_unseen}, {@code dropped}, {@code expired}
     * @param pushes one line per update: {@code bot_id}, {@code sequence}, {@code update_id}, {@code sha256}
     */
    public static ApiLedger of(Stream<String> summaries, Stream<String> pushes) {
        ApiLedger ledger = new ApiLedger();
        pushes.forEach(line -> ledger.push(JSON.readTree(line)));
        summaries.forEach(line -> ledger.summary(JSON.readTree(line)));
        return ledger;
    }

    Collection<ApiSequence> sequences() {
        return sequences.values();
    }

    /** The bots it speaks of. */
    public Set<Long> bots() {
        Set<Long> bots = new TreeSet<>();
        sequences.values().forEach(s -> bots.add(s.botId()));
        return bots;
    }

    /** Updates that were queued for delivery. */
    public long pushed() {
        return sequences.values().stream().mapToLong(s -> s.pushed().size()).sum();
    }

    private void push(JsonNode line) {
        sequence(line)
                .pushed()
                .put(line.path("update_id").intValue(), line.path("sha256").stringValue());
    }

    private void summary(JsonNode line) {
        ApiSequence sequence = sequence(line);
        add(line.path("confirmed"), sequence.confirmed());
        add(line.path("deleted_unseen"), sequence.confirmed());
        add(line.path("expired"), sequence.gone());
        add(line.path("dropped"), sequence.dropped());
    }

    private ApiSequence sequence(JsonNode line) {
        long botId = line.path("bot_id").longValue();
        return sequences.computeIfAbsent(botId + "/" + line.path("sequence").intValue(), key -> new ApiSequence(botId));
    }

    private static void add(JsonNode ranges, IdSet to) {
        for (JsonNode range : ranges) {
            to.add(range.path(0).intValue(), range.path(1).intValue());
        }
    }
}
