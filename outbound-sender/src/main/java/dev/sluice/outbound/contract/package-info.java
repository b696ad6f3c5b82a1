/** What a channel's API wants and what its answers mean: one request builder and one classifier per channel (R129, R132).
 * Pure. */
@NullMarked
package dev.sluice.outbound.contract;

import org.jspecify.annotations.NullMarked;
