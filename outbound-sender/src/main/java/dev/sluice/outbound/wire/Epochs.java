package dev.sluice.outbound.wire;

import dev.sluice.model.InvalidRecordException;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The epoch of a dispatcher in a partition: {@code <number>-<uuid>}. The number stands in the metadata of the group's
 * committed position and is one higher with each takeover, so that a late word of an older owner is known as that; the group
 * generation would not do, since it starts over when a group is emptied. The uuid tells two owners apart that counted the
 * same (DESIGN section 4, "Taking over a partition").
 */
public final class Epochs {
    /** Wall seconds fit, for a partition whose count was lost. */
    private static final Pattern FORM = Pattern.compile("(\\d{1,18})-([0-9a-f-]{36})");

    private Epochs() {}

    public static String of(long number, UUID uuid) {
        return check(number + "-" + uuid);
    }

    /**
     * What orders epochs.
     *
     * @throws InvalidRecordException when the text is no epoch
     */
    public static long number(String epoch) {
        return Long.parseLong(match(epoch).group(1));
    }

    /** The same, and {@code other} when the text is no epoch. */
    public static long numberOr(String epoch, long other) {
        Matcher form = FORM.matcher(epoch);
        return form.matches() ? Long.parseLong(form.group(1)) : other;
    }

    static String check(String epoch) {
        return match(epoch).group();
    }

    private static Matcher match(String epoch) {
        Matcher form = FORM.matcher(epoch);
        if (!form.matches()) {
            throw InvalidRecordException.invalid("epoch", "not <number>-<uuid>");
        }
        return form;
    }
}
