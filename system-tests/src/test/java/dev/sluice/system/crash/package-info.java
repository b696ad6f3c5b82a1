/** The crash matrix on real processes: see docs/crash-proof.md. */
@NullMarked
package dev.sluice.system.crash;

import org.jspecify.annotations.NullMarked;
