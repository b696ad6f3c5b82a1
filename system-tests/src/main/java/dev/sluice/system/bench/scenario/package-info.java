/** The figures: one class each. */
@NullMarked
package dev.sluice.system.bench.scenario;

import org.jspecify.annotations.NullMarked;
