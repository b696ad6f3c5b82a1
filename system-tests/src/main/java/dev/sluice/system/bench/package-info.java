/** {@code sluice bench}: measures Sluice on real processes, against bare comparators in the same run. */
@NullMarked
package dev.sluice.system.bench;

import org.jspecify.annotations.NullMarked;
