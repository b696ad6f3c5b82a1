/**
 * The Bot API over HTTP: long polls without a thread of their own, and the update elements cut out of a response byte for
 * byte. What an answer means for a bot is decided in {@code dev.sluice.ingest.rules}.
 */
@NullMarked
package dev.sluice.ingest.telegram;

import org.jspecify.annotations.NullMarked;
