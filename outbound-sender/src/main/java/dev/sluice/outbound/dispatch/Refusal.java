package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.ReturnReason;

/**
 * Why an attempt is not started.
 *
 * @param restMs how long the reason holds at least; what the gate would grant before then comes back the same way
 */
record Refusal(ReturnReason reason, long restMs) {}
