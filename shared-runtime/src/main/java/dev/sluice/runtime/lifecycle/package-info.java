/** Starting, draining and ending a long-running command, and the words it ends with. */
@NullMarked
package dev.sluice.runtime.lifecycle;

import org.jspecify.annotations.NullMarked;
