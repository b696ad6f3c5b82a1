/** The control API on its own port. */
@NullMarked
package dev.sluice.local.botapi.control;

import org.jspecify.annotations.NullMarked;
