@NullMarked
package dev.sluice.system.check.send;

import org.jspecify.annotations.NullMarked;
