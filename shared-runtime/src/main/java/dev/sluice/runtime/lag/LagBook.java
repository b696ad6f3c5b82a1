package dev.sluice.runtime.lag;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What is known of all groups from round to round: where they stand, and which offsets in front of them are holes. Asks nobody.
 * Not thread-safe.
 */
final class LagBook {
    /** An answer that may be a little old is better than none; one this old is none. */
    static final int KEEP_ROUNDS = 3;

    private final Map<String, Group> groups = new LinkedHashMap<>();

    private record Entry(Standing standing, Stretch stretch) {}

    private record Group(Map<TopicPartition, Entry> entries, int missedRounds) {}

    /** The next record may be at {@code from} or later, and what is at {@code end} or later does not matter. */
    record Look(long from, long end) {}

    /**
     * What a look from {@code from} has shown.
     *
     * @param upTo no record in front of it
     * @param isRecord whether there is one right at it
     */
    record Seen(long from, long upTo, boolean isRecord) {}

    /** The group was read, and stands there now. */
    void read(String group, List<Standing> standings) {
        Group known = groups.get(group);
        Map<TopicPartition, Entry> before = known == null ? Map.of() : known.entries();
        Map<TopicPartition, Entry> now = new HashMap<>();
        for (Standing standing : standings) {
            Entry entry = before.get(standing.partition());
            Stretch stretch = entry == null
                    ? Stretch.from(standing.next())
                    : entry.stretch().at(standing.next());
            now.put(standing.partition(), new Entry(standing, stretch));
        }
        groups.put(group, new Group(now, 0));
    }

    /** The group could not be read. It is taken to stand where it did, for a while. */
    void missed(String group) {
        groups.computeIfPresent(
                group,
                (name, known) -> known.missedRounds() + 1 >= KEEP_ROUNDS
                        ? null
                        : new Group(known.entries(), known.missedRounds() + 1));
    }

    /** Where a look could show that a group has read everything; the smallest lags first, one look at each partition. */
    Map<TopicPartition, Look> looks(int most) {
        List<Entry> worth = new ArrayList<>();
        groups.values().stream()
                .filter(group -> group.missedRounds() == 0)
                .flatMap(group -> group.entries().values().stream())
                .filter(entry -> entry.stretch().isWorthALook(entry.standing().end()))
                .forEach(worth::add);
        worth.sort(Comparator.comparingLong(LagBook::lag));
        Map<TopicPartition, Look> looks = new HashMap<>();
        for (Entry entry : worth) {
            if (looks.size() < most) {
                // another group in the same partition has its turn when this one is known
                looks.putIfAbsent(
                        entry.standing().partition(),
                        new Look(entry.stretch().emptyTo(), entry.standing().end()));
            }
        }
        return looks;
    }

    /** What a look has shown, of every group that is where it began. */
    void seen(TopicPartition partition, Seen seen) {
        groups.values()
                .forEach(group -> group.entries()
                        .computeIfPresent(
                                partition,
                                (same, entry) -> entry.stretch().emptyTo() == seen.from()
                                        ? new Entry(
                                                entry.standing(),
                                                seen.isRecord()
                                                        ? entry.stretch().recordAt(seen.upTo())
                                                        : entry.stretch().emptyTo(seen.upTo()))
                                        : entry));
    }

    /** All lags, in the order in which {@code order} names their groups. */
    List<LagRow> rows(List<String> order) {
        List<LagRow> rows = new ArrayList<>();
        for (String name : order) {
            Group group = groups.get(name);
            if (group != null) {
                group.entries().values().stream()
                        .sorted(Comparator.comparing((Entry entry) ->
                                        entry.standing().partition().topic())
                                .thenComparingInt(
                                        entry -> entry.standing().partition().partition()))
                        .map(entry -> row(name, entry))
                        .forEach(rows::add);
            }
        }
        return rows;
    }

    private static LagRow row(String group, Entry entry) {
        TopicPartition at = entry.standing().partition();
        return new LagRow(
                group,
                at.topic(),
                Integer.toString(at.partition()),
                lag(entry),
                entry.standing().committed());
    }

    private static long lag(Entry entry) {
        return entry.stretch().lag(entry.standing().end());
    }
}
