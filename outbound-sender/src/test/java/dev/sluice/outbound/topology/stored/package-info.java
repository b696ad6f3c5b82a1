@NullMarked
package dev.sluice.outbound.topology.stored;

import org.jspecify.annotations.NullMarked;
