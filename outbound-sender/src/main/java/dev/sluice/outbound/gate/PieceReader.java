package dev.sluice.outbound.gate;

import dev.sluice.model.RawJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Reads what {@link PieceWriter} writes. */
final class PieceReader {

    private final ByteBuffer in;

    /**
     * Starts reading.
     *
     * @throws IllegalStateException when the piece has another form: it was stored by a newer version
     */
    PieceReader(byte[] bytes, int form) {
        in = ByteBuffer.wrap(bytes);
        long found = number();
        if (found != form) {
            throw new IllegalStateException("a stored piece has form " + found + ", and " + form + " is understood");
        }
    }

    long number() {
        long value = 0;
        int shift = 0;
        byte octet;
        do {
            octet = in.get();
            value |= (long) (octet & 0x7F) << shift;
            shift += 7;
        } while (octet < 0);
        return (value >>> 1) ^ -(value & 1);
    }

    int count() {
        return Math.toIntExact(number());
    }

    boolean flag() {
        return in.get() != 0;
    }

    String text() {
        return new String(blob(), StandardCharsets.UTF_8);
    }

    <E extends Enum<E>> E word(Class<E> type) {
        return Enum.valueOf(type, text());
    }

    RawJson json() {
        return RawJson.of(blob());
    }

    OptionalLong someNumber() {
        return flag() ? OptionalLong.of(number()) : OptionalLong.empty();
    }

    OptionalInt someCount() {
        return flag() ? OptionalInt.of(count()) : OptionalInt.empty();
    }

    <T> Optional<T> some(Supplier<T> part) {
        return flag() ? Optional.of(part.get()) : Optional.empty();
    }

    <T> List<T> all(Supplier<T> part) {
        int size = count();
        List<T> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(part.get());
        }
        return values;
    }

    private byte[] blob() {
        byte[] bytes = new byte[count()];
        in.get(bytes);
        return bytes;
    }
}
