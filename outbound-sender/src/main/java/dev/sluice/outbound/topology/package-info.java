/** The gate as a Kafka Streams application: sources, stores, timers and sinks around the pure rules. */
@NullMarked
package dev.sluice.outbound.topology;

import org.jspecify.annotations.NullMarked;
