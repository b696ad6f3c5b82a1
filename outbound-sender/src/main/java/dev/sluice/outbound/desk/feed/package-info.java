/** What the desk hears from Kafka and writes to it. */
@NullMarked
package dev.sluice.outbound.desk.feed;

import org.jspecify.annotations.NullMarked;
