/** Sluice on brokers that ask who somebody is and what he may do, and that speak TLS. */
@NullMarked
package dev.sluice.system.secured;

import org.jspecify.annotations.NullMarked;
