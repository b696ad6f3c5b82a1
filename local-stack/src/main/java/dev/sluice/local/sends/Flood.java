package dev.sluice.local.sends;

import dev.sluice.model.Sender;
import java.time.Instant;

/**
 * A sender that waits until a 429's deadline.
 *
 * @param from when that was seen
 * @param until nothing of the sender is sent before
 * @param sentBefore messages of all senders that had been sent when it began
 */
public record Flood(Sender sender, Instant from, Instant until, long sentBefore) {}
