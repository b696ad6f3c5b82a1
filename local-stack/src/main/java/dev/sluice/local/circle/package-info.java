/** The circle of {@code sluice local} without its processes and its view: traffic and the echo, beside a stack that runs elsewhere. */
@NullMarked
package dev.sluice.local.circle;

import org.jspecify.annotations.NullMarked;
