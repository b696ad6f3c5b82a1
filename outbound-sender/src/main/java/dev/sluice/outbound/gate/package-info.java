/** What is sent when: bot, chat and job gates of one sender. Pure: state, event and time in, next state and effects out. No
 * Kafka, HTTP, clock or chance of its own. */
@NullMarked
package dev.sluice.outbound.gate;

import org.jspecify.annotations.NullMarked;
