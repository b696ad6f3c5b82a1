package dev.sluice.ingest.telegram;

import dev.sluice.model.UpdateFacts;

/**
 * One usable update inside the body of a {@link UpdateBatch}.
 *
 * @param updateId 0 to 2147483646
 * @param start index of its opening brace in the body
 * @param length in bytes, to its closing brace inclusive
 * @param facts the kind and the ids that choose partition and subject
 */
public record SlicedUpdate(int updateId, int start, int length, UpdateFacts facts) {}
