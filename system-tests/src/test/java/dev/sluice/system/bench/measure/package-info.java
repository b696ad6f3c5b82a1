@NullMarked
package dev.sluice.system.bench.measure;

import org.jspecify.annotations.NullMarked;
