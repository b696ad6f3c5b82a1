/** The figures: one class each. */
@NullMarked
package dev.sluice.system.bench.ingest;

import org.jspecify.annotations.NullMarked;
