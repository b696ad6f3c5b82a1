package dev.sluice.runtime.lifecycle;

/**
 * Where a long-running command is in its life.
 *
 * <pre>
 *            start()            started           signal, or its work is done
 *   NEW ───────────▶ STARTING ───────────▶ RUNNING ───────────▶ DRAINING ───────▶ STOPPED
 *                       │  │                  │                  ▲     │  clean
 *                       │  └── signal ────────│──────────────────┘     │
 *                       │                     │                        │  deadline missed, or
 *                       │ StartFailure,       │ unexpected throwable   │  unexpected throwable
 *                       │ throwable           │                        ▼
 *                       └─────────────────────┴────────────────────▶ FAILED
 * </pre>
 *
 * What was opened is closed by the service's {@code drain} on every way out of STARTING and RUNNING, the failing ones
 * too; FAILED and STOPPED are final.
 */
public enum LifecycleState {
    NEW,
    STARTING,
    RUNNING,
    DRAINING,
    STOPPED,
    FAILED;

    /** Whether the diagram has an arrow from here to {@code next}. */
    public boolean mayBecome(LifecycleState next) {
        return switch (this) {
            case NEW -> next == STARTING;
            case STARTING -> next == RUNNING || next == DRAINING || next == FAILED;
            case RUNNING -> next == DRAINING || next == FAILED;
            case DRAINING -> next == STOPPED || next == FAILED;
            case STOPPED, FAILED -> false;
        };
    }
}
