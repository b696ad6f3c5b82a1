package dev.sluice.outbound.gate;

import dev.sluice.model.Review;

/**
 * One attempt that has ended, and what came of it (R133).
 *
 * @param fact as a review shows it; its class becomes {@code sent} when a late result says so
 */
public record Try(long grantId, Review.Try fact) {}
