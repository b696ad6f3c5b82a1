/** Simulated Bot API: the process, its handle for tests, and the helpers that derive made-up tokens. */
@NullMarked
package dev.sluice.local.botapi;

import org.jspecify.annotations.NullMarked;
