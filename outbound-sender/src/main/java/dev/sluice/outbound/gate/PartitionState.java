package dev.sluice.outbound.gate;

/**
 * What is stored of a partition as a whole.
 *
 * @param reserved no number above it was given out
 * @param epoch of the dispatcher that owns it; -1 before the first
 * @param uuid of that dispatcher
 * @param openedAfter the last number before that epoch: grants above it are the epoch's own
 */
public record PartitionState(long reserved, long epoch, String uuid, long openedAfter) {}
