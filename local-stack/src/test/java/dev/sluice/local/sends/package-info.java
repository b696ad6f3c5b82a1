@NullMarked
package dev.sluice.local.sends;

import org.jspecify.annotations.NullMarked;
