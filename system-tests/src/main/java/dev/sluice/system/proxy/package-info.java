/** A TCP proxy between Kafka clients and brokers that strikes at chosen requests. */
@NullMarked
package dev.sluice.system.proxy;

import org.jspecify.annotations.NullMarked;
