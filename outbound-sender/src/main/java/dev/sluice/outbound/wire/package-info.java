/** The internal records of the attempt topics, and the forms in which the gate's state is stored. */
@NullMarked
package dev.sluice.outbound.wire;

import org.jspecify.annotations.NullMarked;
