@NullMarked
package dev.sluice.outbound.topology;

import org.jspecify.annotations.NullMarked;
