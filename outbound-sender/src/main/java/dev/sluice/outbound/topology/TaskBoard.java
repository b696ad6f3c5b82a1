package dev.sluice.outbound.topology;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** How far the tasks of this process are, for the health checks. Thread-safe. */
public final class TaskBoard {

    /** Where a task stands. */
    public enum TaskState {
        /** What is stored is taken into memory. */
        REBUILDING,
        /** All that was stored before is being read. */
        SHUT,
        /** Grants. */
        OPEN
    }

    private final Map<Integer, TaskState> states = new ConcurrentHashMap<>();
    private volatile boolean clockLags;

    void is(int partition, TaskState state) {
        states.put(partition, state);
    }

    void gone(int partition) {
        states.remove(partition);
    }

    /** The brokers' time has run away from the gate's: a suspended host, or a broker whose clock was set. */
    void clockLags() {
        clockLags = true;
    }

    boolean isClockLagging() {
        return clockLags;
    }

    void clockIsNew() {
        clockLags = false;
    }

    /** By partition. */
    public Map<Integer, TaskState> states() {
        return new TreeMap<>(states);
    }

    /** Whether every task has all its jobs in memory. One that is shut for a moment counts: it will open by itself. */
    public boolean isRebuilt() {
        return !states.containsValue(TaskState.REBUILDING);
    }
}
