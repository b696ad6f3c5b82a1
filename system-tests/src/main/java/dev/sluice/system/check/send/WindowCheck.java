package dev.sluice.system.check.send;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/** O3: no sliding window on the wire above its limit, at head read. */
final class WindowCheck {
    /** CONTRACT: windows of W - 20 ms; what the network does to the distance of two calls. */
    private static final long TOLERANCE_MS = 20;

    private static final long NANOS_PER_MS = 1_000_000;

    private final SendHistory history;
    private final SendLimits limits;
    private final SendReport report;

    WindowCheck(SendHistory history, SendLimits limits, SendReport report) {
        this.history = history;
        this.limits = limits;
        this.report = report;
    }

    void check() {
        history.callsBySender().forEach((sender, calls) -> {
            window("the bot " + sender, calls, limits.bot(), history::weightOf);
            Map<String, List<WireCall>> byChat = new HashMap<>();
            calls.stream()
                    .filter(call -> !call.chat().isEmpty())
                    .forEach(call -> byChat.computeIfAbsent(call.chat(), c -> new ArrayList<>())
                            .add(call));
            byChat.forEach((chat, inChat) -> {
                window("chat " + chat + " of " + sender, inChat, limits.chat(), call -> 1);
                if (Chats.isGroupLike(chat)) {
                    window("group " + chat + " of " + sender, inChat, limits.group(), history::weightOf);
                }
            });
        });
    }

    private void window(String what, List<WireCall> calls, SendLimits.Limit limit, ToIntFunction<WireCall> weight) {
        Deque<WireCall> inside = new ArrayDeque<>();
        long sum = 0;
        for (WireCall call : calls) {
            while (!inside.isEmpty()
                    && call.headNanos() - inside.getFirst().headNanos()
                            >= spanNanos(limit, weight.applyAsInt(inside.getFirst()))) {
                sum -= weight.applyAsInt(inside.removeFirst());
            }
            inside.addLast(call);
            sum += weight.applyAsInt(call);
            // one that is heavier than the limit goes alone
            if (sum > limit.most() && inside.size() > 1) {
                report.add(
                        SendViolation.WINDOW,
                        what + " had " + sum + " within "
                                + (call.headNanos() - inside.getFirst().headNanos()) / NANOS_PER_MS + " ms, "
                                + limit.most() + " are allowed in " + limit.windowMs() + "; the last is "
                                + call.where() + ", the first "
                                + inside.getFirst().where());
            }
        }
    }

    /** How long a call counts; one that is too heavy for as many windows as it would fill. */
    private static long spanNanos(SendLimits.Limit limit, int weight) {
        long windows = Math.max(1, (weight + limit.most() - 1) / limit.most());
        return (windows * limit.windowMs() - TOLERANCE_MS) * NANOS_PER_MS;
    }
}
