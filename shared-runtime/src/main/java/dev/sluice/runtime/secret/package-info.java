/** Secrets that do not print themselves, and the redaction of whatever is written (S1). */
@NullMarked
package dev.sluice.runtime.secret;

import org.jspecify.annotations.NullMarked;
