package dev.sluice.system.check;

import java.util.Map;

/**
 * One record as a read_committed reader got it.
 *
 * @param timestampMs of the record; where the topic says so, the broker's at the append
 * @param value its bytes; empty for a tombstone, and for updates, whose content is exempt from S1 and of which only the hash is kept
 * @param sha256 of the value, hex
 * @param headers as text
 */
public record StoredRecord(
        String topic,
        int partition,
        long offset,
        long timestampMs,
        String key,
        byte[] value,
        String sha256,
        Map<String, String> headers) {

    /** The header {@code sluice_sequence}; 1 when there is none. */
    int sequence() {
        return Integer.parseInt(headers.getOrDefault("sluice_sequence", "1"));
    }

    /** The part of the key before the colon, or the whole of it: the bot in all topics of the poller. */
    long botId() {
        int colon = key.indexOf(':');
        return Long.parseLong(colon < 0 ? key : key.substring(0, colon));
    }

    /** The part of the key behind the colon. */
    String rest() {
        return key.substring(key.indexOf(':') + 1);
    }

    /** Where it stands, for a finding. */
    public String where() {
        return topic + "-" + partition + "@" + offset;
    }
}
