package dev.sluice.outbound.topology.stored;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Reads what {@link ByteWriter} wrote. What it cannot read was not written by Sluice: an {@link IllegalStateException}. */
final class ByteReader {
    private final byte[] value;
    private int at = 1;

    /** @param version the one that can be read here */
    ByteReader(byte[] value, int version) {
        if (value.length == 0 || value[0] != version) {
            throw new IllegalStateException("a stored value of version " + (value.length == 0 ? "none" : value[0])
                    + ", not " + version + ": the state was written by another release");
        }
        this.value = value;
    }

    long number() {
        long read = 0;
        int shift = 0;
        byte next;
        do {
            next = next();
            read |= (long) (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0);
        return (read >>> 1) ^ -(read & 1);
    }

    int smallNumber() {
        return Math.toIntExact(number());
    }

    boolean flag() {
        return next() != 0;
    }

    byte[] bytes() {
        return take(smallNumber());
    }

    byte[] rest() {
        return take(value.length - at);
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    <E> E word(E[] all) {
        int ordinal = smallNumber();
        if (ordinal < 0 || ordinal >= all.length) {
            throw damaged();
        }
        return all[ordinal];
    }

    OptionalLong optionalNumber() {
        return flag() ? OptionalLong.of(number()) : OptionalLong.empty();
    }

    OptionalInt optionalSmallNumber() {
        return flag() ? OptionalInt.of(smallNumber()) : OptionalInt.empty();
    }

    <T> Optional<T> optional(Supplier<T> read) {
        return flag() ? Optional.of(read.get()) : Optional.empty();
    }

    <T> List<T> list(Supplier<T> read) {
        int size = smallNumber();
        List<T> all = new ArrayList<>(Math.min(size, 64));
        for (int i = 0; i < size; i++) {
            all.add(read.get());
        }
        return all;
    }

    private byte next() {
        if (at >= value.length) {
            throw damaged();
        }
        return value[at++];
    }

    private byte[] take(int length) {
        if (length < 0 || length > value.length - at) {
            throw damaged();
        }
        byte[] taken = Arrays.copyOfRange(value, at, at + length);
        at += length;
        return taken;
    }

    private static IllegalStateException damaged() {
        return new IllegalStateException("a stored value is damaged");
    }
}
