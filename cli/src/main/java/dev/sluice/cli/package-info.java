/** The {@code sluice} command: reads arguments, calls the modules that know, renders what they answer. */
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
