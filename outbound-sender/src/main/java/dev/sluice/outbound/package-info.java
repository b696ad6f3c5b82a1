/** The sender, put together: settings, metrics, and the service that runs gate and dispatcher in one process. */
@NullMarked
package dev.sluice.outbound;

import org.jspecify.annotations.NullMarked;
