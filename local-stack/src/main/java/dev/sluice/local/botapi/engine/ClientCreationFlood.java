package dev.sluice.local.botapi.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * New clients per address: 20 a minute and 600 an hour (TELEGRAM.md 2, ClientManager.cpp:110). A token that belongs to
 * nobody gets a client as well, once. Thread-safe.
 */
final class ClientCreationFlood {

    private static final long SECOND = 1_000_000_000L;
    private static final int PER_MINUTE = 20;
    private static final int PER_HOUR = 600;

    private final Map<String, Deque<Long>> created = new HashMap<>();
    private final Set<String> nobodys = new HashSet<>();

    /** For a token that belongs to nobody: 0 when it has a client or gets one now; else the seconds to wait. */
    synchronized int retryAfterForNobody(String token, String address, long nowNanos) {
        if (nobodys.contains(token)) {
            return 0;
        }
        int wait = retryAfter(address, nowNanos);
        if (wait == 0) {
            nobodys.add(token);
        }
        return wait;
    }

    /** 0 when a client may be created now, which is then counted; else the seconds to wait. */
    synchronized int retryAfter(String address, long nowNanos) {
        Deque<Long> times = created.computeIfAbsent(address, a -> new ArrayDeque<>());
        while (!times.isEmpty() && nowNanos - times.getFirst() >= 3600 * SECOND) {
            times.removeFirst();
        }
        long wait = Math.max(
                waitFor(times, PER_MINUTE, 60 * SECOND, nowNanos), waitFor(times, PER_HOUR, 3600 * SECOND, nowNanos));
        if (wait > 0) {
            return (int) (wait / SECOND) + 1;
        }
        times.addLast(nowNanos);
        return 0;
    }

    private static long waitFor(Deque<Long> times, int most, long window, long now) {
        if (times.size() < most) {
            return 0;
        }
        int skip = times.size() - most;
        for (long time : times) {
            if (skip-- == 0) {
                return time + window - now;
            }
        }
        return 0;
    }
}
