package dev.sluice.model;

import java.util.regex.Pattern;

/**
 * Remembers that an unusable element went to quarantine, so that the next delivery of it does not go there again.
 *
 * @param sha256 of its raw bytes, 64 lower-case hexadecimal digits
 * @param atSeconds when it went there, in Unix seconds
 */
public record QuarantinedHash(String sha256, long atSeconds) {

    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");

    public QuarantinedHash {
        if (!isSha256(sha256)) {
            throw new IllegalArgumentException("a SHA-256 is 64 lower-case hexadecimal digits");
        }
        if (atSeconds < 0) {
            throw new IllegalArgumentException("a time is not negative");
        }
    }

    static boolean isSha256(String text) {
        return SHA256.matcher(text).matches();
    }
}
