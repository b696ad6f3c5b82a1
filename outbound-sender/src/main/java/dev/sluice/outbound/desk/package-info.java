/** The review desk: what waits for a person, on a page and as JSON, and the commands that a person gives. */
@NullMarked
package dev.sluice.outbound.desk;

import org.jspecify.annotations.NullMarked;
