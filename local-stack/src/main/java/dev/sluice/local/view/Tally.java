package dev.sluice.local.view;

import dev.sluice.model.Checkpoint;
import dev.sluice.model.StoredRange;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts lost, doubled and half-stored updates of one run: what the API gave, what stands in {@code telegram.updates}, and
 * what the checkpoints name. It takes one id sequence per bot, which is what {@code sluice local} makes. Not thread-safe.
 */
final class Tally {
    /** Ids of one bot. In pieces, since they may begin anywhere in 31 bits. */
    private static final class Ids {
        private static final int PIECE = 1 << 16;

        private final Map<Integer, BitSet> pieces = new HashMap<>();

        /** @return false when it was there already */
        boolean add(int id) {
            BitSet piece = pieces.computeIfAbsent(id / PIECE, p -> new BitSet());
            if (piece.get(id % PIECE)) {
                return false;
            }
            piece.set(id % PIECE);
            return true;
        }

        boolean has(int id) {
            BitSet piece = pieces.get(id / PIECE);
            return piece != null && piece.get(id % PIECE);
        }
    }

    private record Range(int first, int last) {}

    private final Map<Long, Ids> stored = new HashMap<>();
    private final Map<Long, Checkpoint> checkpoints = new HashMap<>();
    private final Map<Long, Range> generated = new HashMap<>();
    private long distinct;
    private long duplicated;

    /** The API gave this bot the updates {@code first} to {@code last}. */
    void generated(long botId, int first, int last) {
        generated.put(botId, new Range(first, last));
    }

    /** A record of {@code telegram.updates} of this run. */
    void stored(long botId, int updateId) {
        if (stored.computeIfAbsent(botId, bot -> new Ids()).add(updateId)) {
            distinct++;
        } else {
            duplicated++;
        }
    }

    /** The bot's checkpoint as it stands now. */
    void checkpoint(long botId, Checkpoint checkpoint) {
        checkpoints.put(botId, checkpoint);
    }

    long generated() {
        return generated.values().stream()
                .mapToLong(r -> r.last() - r.first() + 1L)
                .sum();
    }

    /** Different updates that are stored. */
    long stored() {
        return distinct;
    }

    /** Records beyond the first of their update. */
    long duplicated() {
        return duplicated;
    }

    /** Updates that the API gave and that are not stored. */
    long lost() {
        long lost = 0;
        for (Map.Entry<Long, Range> entry : generated.entrySet()) {
            Ids ids = stored.getOrDefault(entry.getKey(), new Ids());
            for (int id = entry.getValue().first(); id <= entry.getValue().last(); id++) {
                lost += ids.has(id) ? 0 : 1;
            }
        }
        return lost;
    }

    /** Updates that the API gave and that are stored and in no checkpoint, or in a checkpoint and not stored. */
    long partial() {
        long partial = 0;
        for (Map.Entry<Long, Range> entry : generated.entrySet()) {
            Ids ids = stored.getOrDefault(entry.getKey(), new Ids());
            Ids named = named(entry.getKey(), entry.getValue());
            for (int id = entry.getValue().first(); id <= entry.getValue().last(); id++) {
                partial += ids.has(id) == named.has(id) ? 0 : 1;
            }
        }
        return partial;
    }

    private Ids named(long botId, Range of) {
        Ids named = new Ids();
        Checkpoint checkpoint = checkpoints.get(botId);
        if (checkpoint != null) {
            for (StoredRange range : checkpoint.recent()) {
                int last = Math.min(range.last(), of.last());
                for (int id = Math.max(range.first(), of.first()); id <= last; id++) {
                    named.add(id);
                }
            }
        }
        return named;
    }
}
