package dev.sluice.outbound.gate;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Something that is found by a text, which it keeps as UTF-8: half the memory of a string, and there are millions. */
abstract class Keyed {

    private final byte[] key;
    private final int hash;

    Keyed(String key) {
        this.key = key.getBytes(StandardCharsets.UTF_8);
        this.hash = hashOf(this.key);
    }

    final String key() {
        return new String(key, StandardCharsets.UTF_8);
    }

    final int hash() {
        return hash;
    }

    final boolean isNamed(byte[] other) {
        return Arrays.equals(key, other);
    }

    static int hashOf(byte[] key) {
        int h = Arrays.hashCode(key) * 0x9E3779B9;
        return h ^ (h >>> 15);
    }
}
