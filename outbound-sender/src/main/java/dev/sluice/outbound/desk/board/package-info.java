/**
 * What the desk knows: open reviews, lanes and recent outcomes, and which of them have changed since somebody last asked. No
 * Kafka, HTTP or clock. One thread writes, any may ask.
 */
@NullMarked
package dev.sluice.outbound.desk.board;

import org.jspecify.annotations.NullMarked;
