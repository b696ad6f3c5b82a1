package dev.sluice.cli.quarantine;

import dev.sluice.model.InvalidRecordException;
import dev.sluice.model.QuarantineHeaders;
import dev.sluice.model.QuarantineReference;
import dev.sluice.model.Topics;
import dev.sluice.model.UpdateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;

/**
 * Whether what stands in quarantine can be stored as an update after all, and under which key (docs/decisions/035).
 *
 * <p>Only what was too large can: it has an id, and the bot's checkpoint counts that id as stored, so that the poller will
 * not store it too (I2). An element without a usable id has no key, and one whose id another update of its batch had would
 * be a second update under the same key.
 */
sealed interface Retry {

    /** What is stored, once its parts are read. */
    record Again(UpdateKey key, int sequence, Instant received, QuarantineReference parts) implements Retry {}

    /** Why it is not. */
    record Never(String why) implements Retry {}

    /**
     * A record is dropped by its timestamp, which is when the update was received; before that, consumers have at least this
     * long to read it.
     */
    Duration TIME_TO_READ = Duration.ofDays(1);

    /** Looks at one. */
    static Retry of(Quarantined record, Instant now) {
        if (!record.part().isEmpty()) {
            return new Never("is part " + record.part() + "; wants the record before the parts");
        }
        if (!record.isTooLargeUpdate()) {
            return new Never("has no id of its own to be stored under (" + record.reason() + ")");
        }
        Duration kept = Topics.UPDATES.retention().orElseThrow().minus(TIME_TO_READ);
        if (record.at().isBefore(now.minus(kept))) {
            return new Never("was received at " + record.at() + ": " + Topics.UPDATES.name()
                    + " would drop it, perhaps before it is read");
        }
        try {
            return again(record);
        } catch (InvalidRecordException | IllegalArgumentException e) {
            return new Never("is not usable: " + e.getMessage());
        }
    }

    private static Retry again(Quarantined record) {
        OptionalInt sequence = QuarantineHeaders.sequence(record.headers());
        if (sequence.isEmpty()) {
            return new Never("does not name the id sequence it belongs to");
        }
        QuarantineReference parts = QuarantineReference.decode(record.value());
        if (parts.updateId().isEmpty()) {
            return new Never("does not name its update_id");
        }
        String bot = record.key().substring(0, Math.max(0, record.key().indexOf(':')));
        UpdateKey key = UpdateKey.parse(bot + ":" + parts.updateId().getAsInt());
        return new Again(key, sequence.getAsInt(), record.at(), parts);
    }
}
