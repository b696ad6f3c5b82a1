package dev.sluice.outbound.topology.stored;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Writes one stored value, the version first. {@link ByteReader} reads it, in the same order. */
final class ByteWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(160);

    ByteWriter(int version) {
        out.write(version);
    }

    /** Seven bits a byte, small numbers of either sign in few bytes. */
    ByteWriter number(long value) {
        long rest = (value << 1) ^ (value >> 63);
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
        return this;
    }

    ByteWriter flag(boolean value) {
        out.write(value ? 1 : 0);
        return this;
    }

    ByteWriter bytes(byte[] value) {
        number(value.length);
        out.writeBytes(value);
        return this;
    }

    /** The bytes up to the end of the value, without their length. */
    ByteWriter rest(byte[] value) {
        out.writeBytes(value);
        return this;
    }

    ByteWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    ByteWriter word(Enum<?> value) {
        return number(value.ordinal());
    }

    ByteWriter optionalNumber(OptionalLong value) {
        flag(value.isPresent());
        value.ifPresent(this::number);
        return this;
    }

    ByteWriter optionalNumber(OptionalInt value) {
        flag(value.isPresent());
        value.ifPresent(this::number);
        return this;
    }

    <T> ByteWriter optional(Optional<T> value, Consumer<T> write) {
        flag(value.isPresent());
        value.ifPresent(write);
        return this;
    }

    byte[] done() {
        return out.toByteArray();
    }
}
