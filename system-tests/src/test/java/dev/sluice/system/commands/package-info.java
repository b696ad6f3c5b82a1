/** The commands against a real broker and the simulated Bot API. */
@NullMarked
package dev.sluice.system.commands;

import org.jspecify.annotations.NullMarked;
