package dev.sluice.ingest.rules;

import dev.sluice.model.QuarantinedHash;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which elements went to quarantine within the dedupe window, so that each goes there once however often the server repeats
 * it.
 */
final class QuarantineMemory {
    /** As many as one batch can hold; more would make a checkpoint of an ill server large for nothing. */
    static final int MAX_HASHES = 100;

    private final Map<String, Long> secondsOfHash = new LinkedHashMap<>();
    private final long nowSeconds;

    QuarantineMemory(List<QuarantinedHash> hashes, Instant now, Duration window) {
        nowSeconds = Math.max(0, now.getEpochSecond());
        for (QuarantinedHash hash : hashes) {
            if (nowSeconds - hash.atSeconds() <= window.toSeconds()) {
                secondsOfHash.put(hash.sha256(), hash.atSeconds());
            }
        }
    }

    /** Remembers an element; false when it was remembered before. */
    boolean remember(byte[] element) {
        return secondsOfHash.putIfAbsent(sha256(element), nowSeconds) == null;
    }

    /** Oldest first; beyond the limit the oldest are forgotten, and would go to quarantine again. */
    List<QuarantinedHash> toList() {
        return secondsOfHash.entrySet().stream()
                .skip(Math.max(0, secondsOfHash.size() - MAX_HASHES))
                .map(hash -> new QuarantinedHash(hash.getKey(), hash.getValue()))
                .toList();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
