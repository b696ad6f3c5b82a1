package dev.sluice.outbound.topology.stored;

import dev.sluice.model.Params;
import dev.sluice.model.RawJson;
import dev.sluice.model.SendRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Locale;

/**
 * What is sent: written once when the job is accepted, read once per grant, deleted with the job. It stands apart from the job,
 * so that a change of state does not rewrite up to 512 KiB.
 */
public record StoredContent(String method, Params params) {
    private static final int VERSION = 1;

    /** 128 bits: two contents of one id that meet by chance are not to be feared. */
    private static final int HASH_BYTES = 16;

    public static StoredContent of(SendRequest request) {
        return new StoredContent(request.method(), request.params());
    }

    public byte[] encode() {
        return new ByteWriter(VERSION)
                .text(method)
                .rest(params.json().toBytes())
                .done();
    }

    public static StoredContent decode(byte[] value) {
        ByteReader in = new ByteReader(value, VERSION);
        String method = in.text();
        return new StoredContent(method, Params.of(RawJson.of(in.rest())));
    }

    /** Equal for the same parameters, byte for byte, of the same method, whose case does not count. */
    public String hash() {
        MessageDigest digest = sha256();
        digest.update(method.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        digest.update((byte) 0);
        digest.update(params.json().toBytes());
        byte[] hash = new byte[HASH_BYTES];
        System.arraycopy(digest.digest(), 0, hash, 0, HASH_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
