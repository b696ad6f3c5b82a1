package dev.sluice.outbound.dispatch;

import dev.sluice.model.ResultClass;
import dev.sluice.outbound.wire.ReturnReason;
import java.time.Duration;

/** What a dispatcher counts. Called on its threads; must not block. */
public interface DispatchMetrics {

    /** Counts nothing. */
    DispatchMetrics NONE = new DispatchMetrics() {};

    /** A request's last byte was handed to the socket. */
    default void onTheWire(Duration sinceGranted) {}

    default void result(ResultClass resultClass) {}

    default void returned(ReturnReason reason) {}

    /** A position was committed for so many calls, which took so long. */
    default void committed(int calls, Duration took) {}

    /** A position was not committed, or nobody knows. */
    default void commitFailed() {}
}
