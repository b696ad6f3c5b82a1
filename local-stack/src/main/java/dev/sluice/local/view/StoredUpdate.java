package dev.sluice.local.view;

import dev.sluice.model.UpdateHeaders;
import dev.sluice.model.UpdateKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * One update that a read_committed reader of {@code telegram.updates} has seen.
 *
 * @param seenAt when the reader saw it
 * @param kind the field beside {@code update_id}, without control characters
 * @param delayMs from arrival at the API to seen; empty when nobody knows the arrival
 */
record StoredUpdate(
        Instant seenAt,
        long botId,
        int updateId,
        String kind,
        OptionalLong chatId,
        int partition,
        long offset,
        OptionalLong delayMs) {
    private static final String TYPE_PREFIX = "telegram.update.";

    static StoredUpdate of(LiveReader.Seen seen, UpdateKey key, OptionalLong delayMs) {
        ConsumerRecord<byte[], byte[]> record = seen.record();
        String subject = header(record, UpdateHeaders.SUBJECT);
        String type = header(record, UpdateHeaders.TYPE);
        return new StoredUpdate(
                seen.at(),
                key.botId(),
                key.updateId(),
                Cells.harmless(type.startsWith(TYPE_PREFIX) ? type.substring(TYPE_PREFIX.length()) : type),
                subject.matches("-?\\d{1,18}") ? OptionalLong.of(Long.parseLong(subject)) : OptionalLong.empty(),
                record.partition(),
                record.offset(),
                delayMs);
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        Header header = record.headers().lastHeader(name);
        return header == null || header.value() == null ? "" : new String(header.value(), StandardCharsets.UTF_8);
    }
}
