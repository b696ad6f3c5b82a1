package dev.sluice.outbound.gate;

/**
 * What is stored of a partition as a whole.
 *
 * @param reserved no number above it was given out
 * @param number what orders the epochs of dispatchers: the present one's; -1 before the first
 * @param epoch that epoch as it stands in attempts
 * @param openedAfter the last number before that epoch: grants above it are the epoch's own
 */
public record PartitionState(long reserved, long number, String epoch, long openedAfter) {}
