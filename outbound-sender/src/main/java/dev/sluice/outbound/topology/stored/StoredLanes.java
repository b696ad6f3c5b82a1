package dev.sluice.outbound.topology.stored;

import dev.sluice.outbound.gate.ChatState;
import dev.sluice.outbound.gate.LaneState;
import dev.sluice.outbound.gate.LaneState.ChatFlood;
import dev.sluice.outbound.gate.Parked;
import dev.sluice.outbound.gate.PartitionState;
import dev.sluice.outbound.gate.WindowSlot;
import java.util.List;

/** The values of the store {@code lanes}: of the partition, of senders and of chats. */
public final class StoredLanes {
    private static final int VERSION = 1;

    private StoredLanes() {}

    public static byte[] encode(PartitionState state) {
        return new ByteWriter(VERSION)
                .number(state.reserved())
                .number(state.number())
                .text(state.epoch())
                .number(state.openedAfter())
                .done();
    }

    public static PartitionState partition(byte[] value) {
        ByteReader in = new ByteReader(value, VERSION);
        return new PartitionState(in.number(), in.number(), in.text(), in.number());
    }

    public static byte[] encode(LaneState state) {
        ByteWriter out = new ByteWriter(VERSION);
        out.flag(state.paused())
                .number(state.floods())
                .number(state.floodPausedAtMs())
                .number(state.failures())
                .number(state.restUntilMs())
                .optional(state.parked(), out::word)
                .number(state.probeAtMs())
                .number(state.oneAtATimeAfter())
                .optional(
                        state.lastFlood(),
                        flood -> out.text(flood.chatKey()).number(flood.atMs()).number(flood.untilMs()));
        slots(out, state.slots());
        return out.done();
    }

    public static LaneState lane(byte[] value) {
        ByteReader in = new ByteReader(value, VERSION);
        return new LaneState(
                in.flag(),
                in.smallNumber(),
                in.number(),
                in.smallNumber(),
                in.number(),
                in.optional(() -> in.word(Parked.values())),
                in.number(),
                in.number(),
                in.optional(() -> new ChatFlood(in.text(), in.number(), in.number())),
                slots(in));
    }

    /** Without the chat's key, which the store's key has. */
    public static byte[] encode(ChatState state) {
        ByteWriter out = new ByteWriter(VERSION);
        out.optional(state.movedTo(), out::text)
                .number(state.cooldownUntilMs())
                .number(state.cancelBeforeMs())
                .number(state.cancelUntilMs());
        slots(out, state.calls());
        slots(out, state.items());
        return out.done();
    }

    public static ChatState chat(String chatKey, byte[] value) {
        ByteReader in = new ByteReader(value, VERSION);
        return new ChatState(
                chatKey, in.optional(in::text), in.number(), in.number(), in.number(), slots(in), slots(in));
    }

    private static void slots(ByteWriter out, List<WindowSlot> slots) {
        out.number(slots.size());
        slots.forEach(slot -> out.number(slot.grantId()).number(slot.weight()).number(slot.freeAtMs()));
    }

    private static List<WindowSlot> slots(ByteReader in) {
        return in.list(() -> new WindowSlot(in.number(), in.smallNumber(), in.number()));
    }
}
