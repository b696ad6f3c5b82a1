/** The bare loops that Sluice is compared with, each in a process of its own. */
@NullMarked
package dev.sluice.system.bench.compare;

import org.jspecify.annotations.NullMarked;
