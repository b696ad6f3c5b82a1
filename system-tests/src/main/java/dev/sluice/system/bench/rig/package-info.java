/** The processes of a run: broker, simulated Bot API, pollers, comparators. */
@NullMarked
package dev.sluice.system.bench.rig;

import org.jspecify.annotations.NullMarked;
