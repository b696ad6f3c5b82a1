@NullMarked
package dev.sluice.system.bench.report;

import org.jspecify.annotations.NullMarked;
