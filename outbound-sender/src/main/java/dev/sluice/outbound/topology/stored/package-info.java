/**
 * The binary forms of what the gate's stores hold, and their keys. Compact, because a million jobs pass through them, and each
 * begins with its version, because a store outlives the code that wrote it. The key says whose state it is; values do not
 * repeat it.
 */
@NullMarked
package dev.sluice.outbound.topology.stored;

import org.jspecify.annotations.NullMarked;
