package dev.sluice.local.sends;

import java.time.Duration;

/**
 * One sender at one moment.
 *
 * @param rests how long it rests yet after a 429; zero when it does not
 */
public record SenderFigures(long sent, long waiting, Duration rests) {}
