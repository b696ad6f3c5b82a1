package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What keeps one chat from sending (R94, C4): its windows, its cooldown, and the mark of a person's answer. */
final class ChatBudget {

    private @Nullable SlidingWindow calls;
    private @Nullable SlidingWindow items;
    long cooldownUntilMs;
    long cancelBeforeMs = Long.MIN_VALUE;
    long cancelUntilMs;

    /** Gate time of the next look at the chat, and its place in the heap of those: without a budget there is nothing to wait for. */
    long wakeAtMs = Long.MAX_VALUE;

    int wakePlace = -1;

    /** The earliest time for a grant, so that it waits for room no longer than {@code leadMs}; the cooldown is over by then. */
    long readyAt(int weight, boolean groupLike, long nowMs, long leadMs) {
        long at = Math.max(nowMs, cooldownUntilMs);
        if (calls != null) {
            at = Math.max(at, calls.fitsAt(1, nowMs, leadMs));
        }
        if (groupLike && items != null) {
            at = Math.max(at, items.fitsAt(weight, nowMs, leadMs));
        }
        return at;
    }

    /** What a call waits for in the chat's windows, when it is granted now. */
    List<Attempt.Hold> hold(int weight, boolean groupLike, long nowMs) {
        List<Attempt.Hold> hold = new ArrayList<>();
        if (calls != null) {
            hold.addAll(calls.hold(1, nowMs));
        }
        if (groupLike && items != null) {
            hold.addAll(items.hold(weight, nowMs));
        }
        return hold;
    }

    void take(long grantId, int weight, boolean groupLike, GateSettings settings) {
        calls(settings).take(grantId, 1);
        if (groupLike) {
            items(settings).take(grantId, weight);
        }
    }

    void sent(long grantId, long sentAtMs) {
        if (calls != null) {
            calls.sent(grantId, sentAtMs);
        }
        if (items != null) {
            items.sent(grantId, sentAtMs);
        }
    }

    void sentAfterAll(long grantId, int weight, boolean groupLike, long sentAtMs, GateSettings settings) {
        calls(settings).sentAfterAll(grantId, 1, sentAtMs);
        if (groupLike) {
            items(settings).sentAfterAll(grantId, weight, sentAtMs);
        }
    }

    void release(long grantId) {
        if (calls != null) {
            calls.release(grantId);
        }
        if (items != null) {
            items.release(grantId);
        }
    }

    /** When windows and cooldown have nothing to say any more. */
    long idleAt() {
        long at = cooldownUntilMs;
        if (calls != null) {
            at = Math.max(at, calls.emptyAt());
        }
        return items == null ? at : Math.max(at, items.emptyAt());
    }

    void forgetWindows() {
        calls = null;
        items = null;
    }

    boolean isMarked(long nowMs) {
        return cancelUntilMs > nowMs;
    }

    void addAll(ChatBudget other, GateSettings settings) {
        if (other.calls != null) {
            calls(settings).addAll(other.calls);
        }
        if (other.items != null) {
            items(settings).addAll(other.items);
        }
        cooldownUntilMs = Math.max(cooldownUntilMs, other.cooldownUntilMs);
        cancelBeforeMs = Math.max(cancelBeforeMs, other.cancelBeforeMs);
        cancelUntilMs = Math.max(cancelUntilMs, other.cancelUntilMs);
    }

    void restore(ChatState state, GateSettings settings, long skewMs) {
        cooldownUntilMs = state.cooldownUntilMs() == 0 ? 0 : state.cooldownUntilMs() + skewMs;
        cancelBeforeMs = state.cancelBeforeMs();
        cancelUntilMs = state.cancelUntilMs();
        for (WindowSlot slot : state.calls()) {
            calls(settings).restore(slot.later(skewMs));
        }
        for (WindowSlot slot : state.items()) {
            items(settings).restore(slot.later(skewMs));
        }
    }

    ChatState state(String key, long nowMs) {
        return new ChatState(
                key,
                Optional.empty(),
                cooldownUntilMs,
                cancelBeforeMs,
                cancelUntilMs,
                calls == null ? List.of() : calls.stored(nowMs),
                items == null ? List.of() : items.stored(nowMs));
    }

    private SlidingWindow calls(GateSettings settings) {
        SlidingWindow window = calls;
        if (window == null) {
            window = new SlidingWindow(settings.chat(), settings.windowGuard().toMillis());
            calls = window;
        }
        return window;
    }

    private SlidingWindow items(GateSettings settings) {
        SlidingWindow window = items;
        if (window == null) {
            window = new SlidingWindow(settings.group(), settings.windowGuard().toMillis());
            items = window;
        }
        return window;
    }
}
