/** What is read from outside: CPU, memory, handles, metrics pages, what a read_committed reader can see. */
@NullMarked
package dev.sluice.system.bench.measure;

import org.jspecify.annotations.NullMarked;
