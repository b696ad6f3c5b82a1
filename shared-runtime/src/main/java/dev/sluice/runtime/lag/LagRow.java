package dev.sluice.runtime.lag;

import java.util.OptionalLong;

/**
 * The lag of a group in one partition, or in several.
 *
 * @param partition a number, or {@link #OTHER} when several are summed
 * @param offset what is committed there; empty where nothing is
 */
record LagRow(String group, String topic, String partition, long lag, OptionalLong offset) {
    static final String OTHER = "other";
}
