/** The figures of {@code sluice bench send}: one class each. */
@NullMarked
package dev.sluice.system.bench.send;

import org.jspecify.annotations.NullMarked;
