@NullMarked
package dev.sluice.cli.quarantine;

import org.jspecify.annotations.NullMarked;
