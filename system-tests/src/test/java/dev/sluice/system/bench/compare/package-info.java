@NullMarked
package dev.sluice.system.bench.compare;

import org.jspecify.annotations.NullMarked;
