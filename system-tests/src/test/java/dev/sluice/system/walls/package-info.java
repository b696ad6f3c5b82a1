/** The walls between modules and packages that docs/architecture.md draws, held by ArchUnit. */
@NullMarked
package dev.sluice.system.walls;

import org.jspecify.annotations.NullMarked;
