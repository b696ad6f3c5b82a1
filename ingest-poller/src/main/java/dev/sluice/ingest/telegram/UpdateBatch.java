package dev.sluice.ingest.telegram;

import java.util.Arrays;
import java.util.List;

/**
 * A non-empty answer to getUpdates: the body as it came, and where in it each element lies, in the order received. The
 * elements are opaque (R24, R25, A10): an unusable one is listed apart and does not touch its neighbours.
 *
 * <p>The body is shared, not copied: nobody may change it. Safe for any thread on that condition.
 */
public final class UpdateBatch {
    private final byte[] body;
    private final List<SlicedUpdate> updates;
    private final List<RejectedElement> rejected;

    public UpdateBatch(byte[] body, List<SlicedUpdate> updates, List<RejectedElement> rejected) {
        this.body = body;
        this.updates = List.copyOf(updates);
        this.rejected = List.copyOf(rejected);
    }

    /** The whole response body, not a copy; it may be longer than what was received. */
    public byte[] body() {
        return body;
    }

    public List<SlicedUpdate> updates() {
        return updates;
    }

    public List<RejectedElement> rejected() {
        return rejected;
    }

    /** The bytes of one update exactly as Telegram sent them. */
    public byte[] copyOf(SlicedUpdate update) {
        return copy(update.start(), update.length());
    }

    /** The bytes of a rejected element exactly as Telegram sent them. */
    public byte[] copyOf(RejectedElement element) {
        return copy(element.start(), element.length());
    }

    /** Whether two updates of this batch are the same, byte for byte. */
    public boolean sameBytes(SlicedUpdate a, SlicedUpdate b) {
        return Arrays.equals(body, a.start(), a.start() + a.length(), body, b.start(), b.start() + b.length());
    }

    /** Whether {@code update} has exactly these bytes, such as those of a record that is already stored. */
    public boolean sameBytes(SlicedUpdate update, byte[] stored) {
        return Arrays.equals(body, update.start(), update.start() + update.length(), stored, 0, stored.length);
    }

    private byte[] copy(int start, int length) {
        return Arrays.copyOfRange(body, start, start + length);
    }

    @Override
    public String toString() {
        return "UpdateBatch[" + updates.size() + " updates, " + rejected.size() + " rejected]";
    }
}
