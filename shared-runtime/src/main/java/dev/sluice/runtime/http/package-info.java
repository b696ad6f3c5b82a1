/** Ports that speak HTTP, with a bound on what a stranger can make them hold. */
@NullMarked
package dev.sluice.runtime.http;

import org.jspecify.annotations.NullMarked;
