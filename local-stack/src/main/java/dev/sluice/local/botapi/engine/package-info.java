/** One simulated server: its bots, the way of a call through fault plan and rules, timers and the ledger. */
@NullMarked
package dev.sluice.local.botapi.engine;

import org.jspecify.annotations.NullMarked;
