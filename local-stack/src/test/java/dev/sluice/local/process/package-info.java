@NullMarked
package dev.sluice.local.process;

import org.jspecify.annotations.NullMarked;
