/** Kafka clients as Sluice needs them, transactions, topics; nothing here knows Telegram or sending. */
@NullMarked
package dev.sluice.runtime.kafka;

import org.jspecify.annotations.NullMarked;
