@NullMarked
package dev.sluice.system.bench.send;

import org.jspecify.annotations.NullMarked;
