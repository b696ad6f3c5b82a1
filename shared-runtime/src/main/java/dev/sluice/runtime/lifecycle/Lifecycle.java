package dev.sluice.runtime.lifecycle;

/** The current {@link LifecycleState}; holds that only the transitions of its diagram happen. Thread-safe. */
final class Lifecycle {
    private volatile LifecycleState state = LifecycleState.NEW;

    LifecycleState state() {
        return state;
    }

    /** Goes on to {@code next}. */
    synchronized void become(LifecycleState next) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException("no way from " + state + " to " + next);
        }
        state = next;
    }
}
