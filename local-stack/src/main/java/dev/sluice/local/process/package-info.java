/** Child JVMs: start, wait for a ready line, stop, kill, freeze. */
@NullMarked
package dev.sluice.local.process;

import org.jspecify.annotations.NullMarked;
