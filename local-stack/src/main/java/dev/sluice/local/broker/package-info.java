/** Embedded Kafka from the official jars: one or three nodes, each in a process of its own. */
@NullMarked
package dev.sluice.local.broker;

import org.jspecify.annotations.NullMarked;
