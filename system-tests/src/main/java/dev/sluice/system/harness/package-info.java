/** Brokers behind the fault proxy, the simulated Bot API and pollers, all real processes, for the system tests. */
@NullMarked
package dev.sluice.system.harness;

import org.jspecify.annotations.NullMarked;
