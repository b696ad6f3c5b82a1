@NullMarked
package dev.sluice.system.proxy;

import org.jspecify.annotations.NullMarked;
