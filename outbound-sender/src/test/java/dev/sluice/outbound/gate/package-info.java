@NullMarked
package dev.sluice.outbound.gate;

import org.jspecify.annotations.NullMarked;
