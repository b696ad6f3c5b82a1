/** Figures with their aims, as a table for people and as JSON with every sample. */
@NullMarked
package dev.sluice.system.bench.report;

import org.jspecify.annotations.NullMarked;
