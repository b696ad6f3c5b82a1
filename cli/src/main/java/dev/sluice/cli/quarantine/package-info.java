/** {@code sluice quarantine}: what could not be stored as an update, and another try of what was only too large. */
@NullMarked
package dev.sluice.cli.quarantine;

import org.jspecify.annotations.NullMarked;
