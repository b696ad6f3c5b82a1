/** What really happened: every call, every update made, and what was confirmed. The truth for tests. */
@NullMarked
package dev.sluice.local.botapi.ledger;

import org.jspecify.annotations.NullMarked;
