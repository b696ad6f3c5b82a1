package dev.sluice.local.traffic;

import dev.sluice.local.botapi.core.UpdateBytes;
import java.util.OptionalLong;

/**
 * One made-up update, ready to be queued.
 *
 * @param kind the field beside {@code update_id}
 * @param date message, edit or event date in Unix seconds, where the kind has one
 */
public record GeneratedUpdate(String kind, UpdateBytes bytes, OptionalLong date) {}
