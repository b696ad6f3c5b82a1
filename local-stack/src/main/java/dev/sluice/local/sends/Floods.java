package dev.sluice.local.sends;

import dev.sluice.model.Sender;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The senders that rest after a 429. Not thread-safe. */
final class Floods {
    /** How long after the end of a wait the gate's own word on it may still come. */
    private static final Duration GATE_MAY_TAKE = Duration.ofSeconds(5);

    private final Map<Sender, Flood> resting = new HashMap<>();
    private final Set<Sender> seenByGate = new HashSet<>();
    private long count;

    /**
     * A sender was told to wait.
     *
     * @return the flood, unless it is known already
     */
    Optional<Flood> told(Sender sender, Instant at, Instant until, long sentSoFar, Instant now) {
        if (resting.containsKey(sender) || !now.isBefore(until)) {
            return Optional.empty();
        }
        Flood begun = new Flood(sender, at, until, sentSoFar);
        resting.put(sender, begun);
        count++;
        return Optional.of(begun);
    }

    /**
     * The gate lets a sender rest.
     *
     * @return the flood, unless it is known already
     */
    Optional<Flood> rests(Sender sender, Instant at, Instant until, long sentSoFar, Instant now) {
        Optional<Flood> begun = told(sender, at, until, sentSoFar, now);
        Flood known = resting.get(sender);
        if (known != null) {
            resting.put(sender, new Flood(sender, known.from(), later(known.until(), until), known.sentBefore()));
            seenByGate.add(sender);
        }
        return begun;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** Those that are over since this was asked last. */
    List<Flood> over(Instant now) {
        List<Flood> over = new ArrayList<>();
        for (Iterator<Flood> each = resting.values().iterator(); each.hasNext(); ) {
            Flood flood = each.next();
            Instant end = seenByGate.contains(flood.sender())
                    ? flood.until()
                    : flood.until().plus(GATE_MAY_TAKE);
            if (!now.isBefore(end)) {
                over.add(flood);
                each.remove();
                seenByGate.remove(flood.sender());
            }
        }
        return over;
    }

    /** How long a sender rests yet; zero when it does not. */
    Duration rest(Sender sender, Instant now) {
        Flood flood = resting.get(sender);
        return flood == null || !now.isBefore(flood.until()) ? Duration.ZERO : Duration.between(now, flood.until());
    }

    /** Floods that have begun in this run. */
    long count() {
        return count;
    }
}
