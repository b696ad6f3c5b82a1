@NullMarked
package dev.sluice.system.bench.ingest;

import org.jspecify.annotations.NullMarked;
