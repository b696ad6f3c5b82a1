/** The sender as a whole: services on a real broker against the simulated Bot API, whose ledger is the truth. */
@NullMarked
package dev.sluice.system.send;

import org.jspecify.annotations.NullMarked;
