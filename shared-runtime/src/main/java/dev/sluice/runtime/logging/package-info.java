/** Logback, set up in code: to stderr, every line redacted. */
@NullMarked
package dev.sluice.runtime.logging;

import org.jspecify.annotations.NullMarked;
