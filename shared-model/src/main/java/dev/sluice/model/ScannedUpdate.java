package dev.sluice.model;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What {@link UpdateScanner} found in one element of a batch: an update id, or the reason why the element is unusable.
 * Exactly one of the two is present.
 *
 * @param updateId 0 to {@link UpdateKey#MAX_UPDATE_ID}
 * @param unusable one of the words below, as {@code telegram.quarantine} carries it in {@code sluice_reason}
 * @param facts what else is known; {@link UpdateFacts#NONE} for what is no object
 */
public record ScannedUpdate(OptionalInt updateId, Optional<String> unusable, UpdateFacts facts) {

    public static final String NOT_AN_OBJECT = "not_an_object";
    public static final String UPDATE_ID_MISSING = "update_id_missing";
    /** Text, null, a structure, or a number with a fraction or an exponent. */
    public static final String UPDATE_ID_NOT_INTEGER = "update_id_not_integer";
    /** Negative ({@code -0} too) or above {@link UpdateKey#MAX_UPDATE_ID}. */
    public static final String UPDATE_ID_OUT_OF_RANGE = "update_id_out_of_range";
    /** The key occurs twice: which of the two Telegram means cannot be known. */
    public static final String UPDATE_ID_TWICE = "update_id_twice";

    public ScannedUpdate {
        if (updateId.isPresent() == unusable.isPresent()) {
            throw new IllegalArgumentException("either an update id or a reason");
        }
    }

    static ScannedUpdate of(int updateId, UpdateFacts facts) {
        return new ScannedUpdate(OptionalInt.of(updateId), Optional.empty(), facts);
    }

    static ScannedUpdate unusable(String reason, UpdateFacts facts) {
        return new ScannedUpdate(OptionalInt.empty(), Optional.of(reason), facts);
    }
}
