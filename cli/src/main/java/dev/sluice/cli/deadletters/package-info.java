/** {@code sluice dead-letters}: what the gate could not take, and another try of it. */
@NullMarked
package dev.sluice.cli.deadletters;

import org.jspecify.annotations.NullMarked;
