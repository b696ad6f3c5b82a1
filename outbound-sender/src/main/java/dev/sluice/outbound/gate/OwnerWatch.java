package dev.sluice.outbound.gate;

import java.util.HashSet;
import java.util.Set;

/**
 * Which dispatcher a partition's grants are for, and whether it lives. The first word of a higher epoch opens that epoch;
 * lower ones come from somebody who does not know yet that he is no longer the owner. Only where the counting has begun anew
 * (its state lost) a stranger's lower number counts, once the present owner has been silent for long.
 */
final class OwnerWatch {

    static final long SILENT_MS = 3_000;
    private static final long GIVEN_UP_MS = 10_000;

    /** What an owner's word is. */
    enum Word {
        OPENING,
        BEAT,
        STALE
    }

    private static final long LONG_AGO = Long.MIN_VALUE / 2;

    private long number = -1;
    private String epoch = "";
    private long heardAt = LONG_AGO;
    private boolean closing;

    /** Silence counts from here even when nobody was ever heard. */
    private long watchingSince = LONG_AGO;

    private final Set<String> seen = new HashSet<>();

    Word hear(long itsNumber, String speaker, boolean positionUnknown, Now now) {
        if (itsNumber == number && speaker.equals(epoch)) {
            heardAt = now.gateMs();
            return Word.BEAT;
        }
        long silentFor = now.gateMs() - Math.max(heardAt, watchingSince);
        boolean anew = positionUnknown && silentFor >= GIVEN_UP_MS && !seen.contains(speaker);
        if (itsNumber <= number && !anew) {
            return Word.STALE;
        }
        number = itsNumber;
        epoch = speaker;
        seen.add(speaker);
        heardAt = now.gateMs();
        closing = false;
        return Word.OPENING;
    }

    void restore(long itsNumber, String owner) {
        number = itsNumber;
        epoch = owner;
        seen.add(owner);
    }

    /** What was heard up to now may be old: only the next word counts. */
    void forget(Now now) {
        heardAt = LONG_AGO;
        watchingSince = now.gateMs();
    }

    /** The owner starts nothing more. */
    void closing() {
        closing = true;
    }

    boolean isAlive(Now now) {
        return number >= 0 && !closing && now.gateMs() - heardAt <= SILENT_MS;
    }

    long number() {
        return number;
    }

    /** As it stands in an attempt. */
    String epoch() {
        return epoch;
    }
}
