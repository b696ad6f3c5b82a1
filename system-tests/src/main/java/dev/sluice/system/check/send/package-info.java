/**
 * O1 to O9 of DESIGN section 5, checked from outside: the simulated API's ledger against what Kafka holds. Nothing here calls
 * the sender's rules or the model's codecs; records are read as the contract words them.
 */
@NullMarked
package dev.sluice.system.check.send;

import org.jspecify.annotations.NullMarked;
