/** Declaring, loading and documenting settings, and the {@code sluice.kafka.*} pass-through. */
@NullMarked
package dev.sluice.runtime.settings;

import org.jspecify.annotations.NullMarked;
