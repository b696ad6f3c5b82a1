@NullMarked
package dev.sluice.system.check;

import org.jspecify.annotations.NullMarked;
