/**
 * What a batch, and what an answer, means for a bot: offsets, duplicates, gaps, back-off. Pure: state and event in, next
 * state and effects out. No Kafka, HTTP, clock or chance of its own; the time and the jitter are told.
 */
@NullMarked
package dev.sluice.ingest.rules;

import org.jspecify.annotations.NullMarked;
