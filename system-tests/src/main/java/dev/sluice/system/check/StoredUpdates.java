package dev.sluice.system.check;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds stored updates by bot and id, and what went whole, in one record or in parts, to quarantine instead. */
final class StoredUpdates {
    private final Map<String, List<StoredRecord>> byKey = new HashMap<>();
    private final Set<String> quarantined = new HashSet<>();
    private final Set<String> quarantinedIds = new HashSet<>();

    StoredUpdates(List<StoredRecord> updates, List<StoredRecord> quarantine, ApiLedger ledger) {
        updates.forEach(
                u -> byKey.computeIfAbsent(u.key(), k -> new ArrayList<>(1)).add(u));
        Map<String, ByteArrayOutputStream> parts = new HashMap<>();
        for (StoredRecord record : quarantine) {
            if (record.sha256().equals(record.rest())) {
                quarantined.add(record.key());
            } else if (record.headers().containsKey("sluice_part")) {
                parts.computeIfAbsent(record.key(), k -> new ByteArrayOutputStream())
                        .writeBytes(record.value());
            }
        }
        parts.forEach((key, bytes) -> {
            if (key.endsWith(":" + CommittedReader.sha256(bytes.toByteArray()))) {
                quarantined.add(key);
            }
        });
        for (ApiSequence sequence : ledger.sequences()) {
            sequence.pushed().forEach((id, hash) -> {
                if (quarantined.contains(sequence.botId() + ":" + hash)) {
                    quarantinedIds.add(sequence.botId() + ":" + id);
                }
            });
        }
    }

    List<StoredRecord> find(long botId, int id) {
        return byKey.getOrDefault(botId + ":" + id, List.of());
    }

    /** Copies with exactly these bytes. */
    long copies(long botId, int id, String sha256) {
        return find(botId, id).stream().filter(u -> u.sha256().equals(sha256)).count();
    }

    boolean inQuarantine(long botId, String sha256) {
        return quarantined.contains(botId + ":" + sha256);
    }

    /** Whether an update with this id is stored under this sequence, or lies in quarantine. */
    boolean holds(long botId, int id, int sequence) {
        return find(botId, id).stream().anyMatch(u -> u.sequence() == sequence)
                || quarantinedIds.contains(botId + ":" + id);
    }

    /** Whether an update with this id is stored under any sequence, or lies in quarantine. */
    boolean holds(long botId, int id) {
        return !find(botId, id).isEmpty() || quarantinedIds.contains(botId + ":" + id);
    }
}
