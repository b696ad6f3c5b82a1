package dev.sluice.outbound.dispatch;

import dev.sluice.outbound.wire.Epochs;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;

/**
 * What stands beside a committed position of the attempts topic: whose it is and how far calls were allowed to go.
 *
 * @param taken the highest {@code grant_id} that was started, -1 when none was; empty when that is not known
 */
record CommitNote(String epoch, OptionalLong taken) {
    private static final Pattern FORM = Pattern.compile("epoch=(\\d{1,18}-[0-9a-f-]{36}) taken=(-1|\\d{1,18}|unknown)");

    /** The note of a partition that nobody has ever taken over. */
    static CommitNote first(UUID uuid) {
        return new CommitNote(Epochs.of(1, uuid), OptionalLong.of(-1));
    }

    /**
     * The note after one that is lost.
     *
     * @param wallSeconds higher than any count of takeovers, so that the gate takes it for newer
     */
    static CommitNote afterLoss(long wallSeconds, UUID uuid) {
        return new CommitNote(Epochs.of(Math.max(1, wallSeconds), uuid), OptionalLong.empty());
    }

    /** Empty when there is no note, or somebody else's: positions can be set by hand. */
    static Optional<CommitNote> of(@Nullable OffsetAndMetadata committed) {
        Matcher form = FORM.matcher(committed == null || committed.metadata() == null ? "" : committed.metadata());
        if (!form.matches()) {
            return Optional.empty();
        }
        String taken = form.group(2);
        return Optional.of(new CommitNote(
                form.group(1),
                taken.equals("unknown") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(taken))));
    }

    /** The same position under a new owner. */
    CommitNote takenOver(UUID uuid) {
        return new CommitNote(Epochs.of(Epochs.number(epoch) + 1, uuid), taken);
    }

    /** The same with a number above that one. */
    CommitNote above(long number, UUID uuid) {
        return Epochs.number(epoch) > number ? this : new CommitNote(Epochs.of(number + 1, uuid), taken);
    }

    /** After starting a grant. Ids only rise; should one ever not, the highest stands. */
    CommitNote started(long grantId) {
        return new CommitNote(epoch, OptionalLong.of(Math.max(taken.orElse(-1), grantId)));
    }

    String metadata() {
        return "epoch=" + epoch + " taken=" + (taken.isPresent() ? Long.toString(taken.getAsLong()) : "unknown");
    }
}
