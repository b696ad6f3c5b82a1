@NullMarked
package dev.sluice.outbound;

import org.jspecify.annotations.NullMarked;
