/** The compose file on a real container engine; in the build with {@code -Pcompose} only. */
@NullMarked
package dev.sluice.system.compose;

import org.jspecify.annotations.NullMarked;
