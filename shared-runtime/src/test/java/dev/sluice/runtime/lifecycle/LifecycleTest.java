package dev.sluice.runtime.lifecycle;

import static dev.sluice.runtime.lifecycle.LifecycleState.DRAINING;
import static dev.sluice.runtime.lifecycle.LifecycleState.FAILED;
import static dev.sluice.runtime.lifecycle.LifecycleState.NEW;
import static dev.sluice.runtime.lifecycle.LifecycleState.RUNNING;
import static dev.sluice.runtime.lifecycle.LifecycleState.STARTING;
import static dev.sluice.runtime.lifecycle.LifecycleState.STOPPED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LifecycleTest {
    private static final Map<LifecycleState, Set<LifecycleState>> ARROWS = Map.of(
            NEW, EnumSet.of(STARTING),
            STARTING, EnumSet.of(RUNNING, DRAINING, FAILED),
            RUNNING, EnumSet.of(DRAINING, FAILED),
            DRAINING, EnumSet.of(STOPPED, FAILED),
            STOPPED, EnumSet.noneOf(LifecycleState.class),
            FAILED, EnumSet.noneOf(LifecycleState.class));

    @Test
    void hasTheArrowsOfItsDiagramAndNoOthers() {
        for (LifecycleState from : LifecycleState.values()) {
            for (LifecycleState to : LifecycleState.values()) {
                assertEquals(
                        Objects.requireNonNull(ARROWS.get(from)).contains(to), from.mayBecome(to), from + " -> " + to);
            }
        }
    }

    @Test
    void aWrongWayIsAFault() {
        Lifecycle lifecycle = new Lifecycle();

        assertThrows(IllegalStateException.class, () -> lifecycle.become(RUNNING));
        assertEquals(NEW, lifecycle.state());
    }
}
