/** The outbound side as the live view knows it: what was asked for, what became of it, and what the API's ledger says. */
@NullMarked
package dev.sluice.local.sends;

import org.jspecify.annotations.NullMarked;
