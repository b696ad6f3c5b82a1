package dev.sluice.outbound.topology.stored;

import dev.sluice.outbound.gate.Intent;

/** The values of the stores {@code intents} and {@code cooldowns}. */
public final class StoredIntents {
    private static final int VERSION = 1;

    private StoredIntents() {}

    public static byte[] encode(Intent intent) {
        return new ByteWriter(VERSION)
                .text(intent.contentHash())
                .number(intent.untilMs())
                .done();
    }

    public static Intent intent(byte[] value) {
        ByteReader in = new ByteReader(value, VERSION);
        return new Intent(in.text(), in.number());
    }

    /** Where the key says it all. */
    public static byte[] mark() {
        return new byte[] {VERSION};
    }

    public static byte[] encodeCooldown(long untilMs) {
        return new ByteWriter(VERSION).number(untilMs).done();
    }

    public static long cooldown(byte[] value) {
        return new ByteReader(value, VERSION).number();
    }
}
