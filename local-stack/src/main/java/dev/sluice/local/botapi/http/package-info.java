/** The HTTP shell around the rules: connections, timers, delays and connection faults. */
@NullMarked
package dev.sluice.local.botapi.http;

import org.jspecify.annotations.NullMarked;
