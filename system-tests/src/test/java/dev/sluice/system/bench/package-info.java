@NullMarked
package dev.sluice.system.bench;

import org.jspecify.annotations.NullMarked;
