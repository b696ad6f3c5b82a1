package dev.sluice.outbound.gate;

import dev.sluice.model.RawJson;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Writes the fields of a stored piece one after another, after a byte that names the form. */
final class PieceWriter {

    /** Writes the parts of a field that may be absent, or of one of many. */
    interface Part<T> {
        void write(T value);
    }

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
    private final DataOutputStream out = new DataOutputStream(bytes);

    PieceWriter(int form) {
        number(form);
    }

    byte[] done() {
        return bytes.toByteArray();
    }

    /** Small ones take little room: seven bits a byte, the sign last. */
    PieceWriter number(long value) {
        long left = (value << 1) ^ (value >> 63);
        while ((left & ~0x7FL) != 0) {
            octet((int) (left & 0x7F) | 0x80);
            left >>>= 7;
        }
        return octet((int) left);
    }

    PieceWriter flag(boolean value) {
        return octet(value ? 1 : 0);
    }

    PieceWriter text(String value) {
        return blob(value.getBytes(StandardCharsets.UTF_8));
    }

    PieceWriter word(Enum<?> value) {
        return text(value.name());
    }

    PieceWriter json(RawJson value) {
        return blob(value.toBytes());
    }

    PieceWriter number(OptionalLong value) {
        flag(value.isPresent());
        value.ifPresent(this::number);
        return this;
    }

    PieceWriter number(OptionalInt value) {
        flag(value.isPresent());
        value.ifPresent(this::number);
        return this;
    }

    <T> PieceWriter some(Optional<T> value, Part<T> part) {
        flag(value.isPresent());
        value.ifPresent(part::write);
        return this;
    }

    <T> PieceWriter all(List<T> values, Part<T> part) {
        number(values.size());
        values.forEach(part::write);
        return this;
    }

    private PieceWriter blob(byte[] value) {
        number(value.length);
        try {
            out.write(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    private PieceWriter octet(int value) {
        try {
            out.writeByte(value);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }
}
