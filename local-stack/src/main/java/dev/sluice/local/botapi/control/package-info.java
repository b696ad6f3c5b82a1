/** The control API on its own port, loopback only. */
@NullMarked
package dev.sluice.local.botapi.control;

import org.jspecify.annotations.NullMarked;
