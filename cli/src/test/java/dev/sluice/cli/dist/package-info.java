/** The distribution archive, as it was packed. */
@NullMarked
package dev.sluice.cli.dist;

import org.jspecify.annotations.NullMarked;
