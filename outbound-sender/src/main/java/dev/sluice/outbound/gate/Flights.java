package dev.sluice.outbound.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The attempts of a sender that are granted and have no result yet, oldest first. */
final class Flights {

    /** One of them. */
    static final class Flight {
        final long grantId;
        final JobEntry job;
        final long grantedAtMs;

        /** Known to have been taken by a dispatcher that is gone. */
        boolean taken;

        /** Its send is known, or that there was none. */
        boolean reported;

        /** Whether it takes part of what the dispatcher can take. */
        boolean credited;

        Flight(long grantId, JobEntry job, long grantedAtMs, boolean taken) {
            this.grantId = grantId;
            this.job = job;
            this.grantedAtMs = grantedAtMs;
            this.taken = taken;
        }
    }

    private final TreeMap<Long, Flight> byGrant = new TreeMap<>();

    void add(Flight flight) {
        byGrant.put(flight.grantId, flight);
    }

    @Nullable
    Flight get(long grantId) {
        return byGrant.get(grantId);
    }

    void remove(long grantId) {
        byGrant.remove(grantId);
    }

    int size() {
        return byGrant.size();
    }

    boolean isAnyAbove(long grantId) {
        return !byGrant.isEmpty() && byGrant.lastKey() > grantId;
    }

    List<Flight> all() {
        return new ArrayList<>(byGrant.values());
    }

    /** Those that were granted at that time or before. */
    List<Flight> grantedUpTo(long ms) {
        List<Flight> old = new ArrayList<>();
        for (Flight flight : byGrant.values()) {
            if (flight.grantedAtMs > ms) {
                break;
            }
            old.add(flight);
        }
        return old;
    }

    @Nullable
    Flight first() {
        return byGrant.isEmpty() ? null : byGrant.firstEntry().getValue();
    }
}
