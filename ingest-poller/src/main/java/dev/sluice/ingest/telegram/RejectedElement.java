package dev.sluice.ingest.telegram;

/**
 * An element of {@code result} that cannot be stored as an update. Its bytes go to {@code telegram.quarantine}.
 *
 * @param start index of its first byte in the body
 * @param length in bytes
 * @param reason a word for the header {@code sluice_reason}, such as {@code update_id_missing}
 */
public record RejectedElement(int start, int length, String reason) {}
