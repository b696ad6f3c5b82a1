package dev.sluice.local.botapi.fault;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a fault does to one call. The JSON names of the kinds are the constants in lower case.
 *
 * @param effect whether the call takes effect on the bot; for {@code ANSWER} and {@code HALF_OPEN} it may be either
 * @param delayMs wait: before the effect when {@code effect} is false, else between effect and answer
 * @param status HTTP status of {@code ANSWER}
 * @param body body of {@code ANSWER}; null: the status's usual JSON
 * @param bytes of the body: sent before the cut by {@code TRUNCATE}, sent at a time by {@code DRIP}
 * @param intervalMs pause of {@code DRIP}
 */
public record FaultAction(
        Kind kind,
        boolean effect,
        long delayMs,
        int status,
        @Nullable String body,
        String contentType,
        Map<String, String> headers,
        int bytes,
        long intervalMs) {

    /** Kinds of fault. */
    public enum Kind {
        /** Another answer in place of the real one. */
        ANSWER,
        /** The real answer, late. */
        DELAY,
        /** The connection is closed without an answer. */
        DROP,
        /** No answer, and the connection stays open. */
        HALF_OPEN,
        /** The head promises more than is sent, then the connection is closed. */
        TRUNCATE,
        /** The real answer, a few bytes at a time. */
        DRIP,
        /** 409 as if another poller were at work, with the server's own throttle. */
        CONFLICT,
        /** Kept back until the control API releases it. */
        HOLD
    }

    public FaultAction {
        headers = Map.copyOf(headers);
    }
}
