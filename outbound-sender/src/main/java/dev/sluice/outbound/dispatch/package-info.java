/** Takes granted attempts, makes the calls, reports what came of them. */
@NullMarked
package dev.sluice.outbound.dispatch;

import org.jspecify.annotations.NullMarked;
