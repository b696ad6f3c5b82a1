package dev.sluice.outbound.gate;

import dev.sluice.model.Outcome;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What left the host and what became visible; the invariants O2-O9 are read from it, whatever any gate thinks. */
final class Ledger {

    final List<WireCall> calls = new ArrayList<>();
    final List<Outcome> outcomes = new ArrayList<>();

    /** Resends that a policy or a person has decided, by job. */
    final Map<String, Integer> decisions = new HashMap<>();

    /** Accepted cancels: id to when; and resends by a person, which may go past the cap. */
    final Map<String, Long> cancelledAt = new HashMap<>();

    final Map<String, Integer> personsResends = new HashMap<>();

    private final GateSettings settings;

    Ledger(GateSettings settings) {
        this.settings = settings;
    }

    void check(Set<String> inReview) {
        calls.sort(Comparator.comparingLong(c -> c.sentAt));
        Map<Sender, List<WireCall>> bySender = new HashMap<>();
        calls.forEach(c ->
                bySender.computeIfAbsent(c.sender(), k -> new ArrayList<>()).add(c));
        bySender.values().forEach(this::gates);
        noBlindResend();
        lastCalls();
        outcomes(inReview);
    }

    private void gates(List<WireCall> own) {
        oneInFlight(own);
        window("bot", settings.bot(), own, false);
        Map<String, List<WireCall>> byChat = new HashMap<>();
        own.stream()
                .filter(c -> !c.chat.isEmpty())
                .forEach(c ->
                        byChat.computeIfAbsent(c.chat, k -> new ArrayList<>()).add(c));
        byChat.forEach((chat, list) -> {
            window("chat " + chat, settings.chat(), list, true);
            if (chat.startsWith("-")) {
                window("group " + chat, settings.group(), list, false);
            }
        });
        cooldowns(own);
    }

    /** O2. */
    private void oneInFlight(List<WireCall> own) {
        for (int i = 0; i < own.size(); i++) {
            for (int j = i + 1; j < own.size(); j++) {
                WireCall a = own.get(i);
                WireCall b = own.get(j);
                boolean together = a.id().equals(b.id()) || (!a.chat.isEmpty() && a.chat.equals(b.chat));
                // until its result is read, or its deadline makes it unknown
                long inFlightUntil = Math.min(
                        a.readAt, a.grantedAt + settings.attemptDeadline().toMillis() - 1_000);
                fail(together && b.grantedAt < inFlightUntil && b.grantedAt >= a.grantedAt, "O2 " + text(a, b));
            }
        }
    }

    /**
     * O3: no window of that length holds more than the limit; a heavy call stands alone in all the windows it fills. There is no
     * network here, so the guard has to be kept too.
     */
    private void window(String name, Limit limit, List<WireCall> list, boolean countsCalls) {
        for (int i = 0; i < list.size(); i++) {
            WireCall first = list.get(i);
            int sum = 0;
            for (int j = i; j < list.size(); j++) {
                WireCall call = list.get(j);
                int weight = countsCalls ? 1 : call.spec().weight();
                long length = settings.windowGuard().toMillis()
                        + (j == i
                                ? limit.windowMs()
                                : limit.occupiedMs(
                                        countsCalls ? 1 : first.spec().weight()));
                if (call.sentAt >= first.sentAt + length) {
                    break;
                }
                sum += weight;
                fail(j > i && sum > limit.count() && weight > 0, "O3 " + name + ": " + text(first, call));
            }
        }
    }

    /** O4: nothing that was granted after a flood was read is sent before its end. */
    private void cooldowns(List<WireCall> own) {
        for (WireCall flood : own) {
            if (flood.truth != ResultClass.FLOOD) {
                continue;
            }
            for (WireCall later : own) {
                boolean concerned = settings.floodScope() == FloodScope.BOT || later.chat.equals(flood.chat);
                boolean inside = later.sentAt < flood.answeredAt + flood.retryAfterMs;
                fail(concerned && later.grantedAt >= flood.readAt && inside, "O4 " + text(flood, later));
            }
        }
    }

    /** O5: after a call whose fate is not certain there is another one only by decision. */
    private void noBlindResend() {
        Map<String, Integer> blind = new HashMap<>();
        for (WireCall call : calls) {
            boolean again = calls.stream().anyMatch(c -> c.id().equals(call.id()) && c.sentAt > call.sentAt);
            boolean certain = call.isCertainlyUnsent() && call.readAt != Long.MAX_VALUE;
            if (again && !certain) {
                blind.merge(call.id(), 1, Integer::sum);
            }
        }
        blind.forEach((id, n) -> {
            int decided = decisions.getOrDefault(id, 0);
            fail(n > decided, "O5 " + id + ": " + n + " blind, " + decided + " decided");
        });
    }

    /** O7. */
    private void lastCalls() {
        Map<String, Integer> counted = new HashMap<>();
        for (WireCall call : calls) {
            long expiry = call.spec().expiresAtMs().orElse(Long.MAX_VALUE);
            fail(!call.wallStepped && call.wallAtSend > expiry, "O7 after expiry: " + call.id());
            fail(call.grantedAt > cancelledAt.getOrDefault(call.id(), Long.MAX_VALUE), "O7 cancelled: " + call.id());
            if (call.truth != ResultClass.AUTH) {
                int n = counted.merge(call.id(), 1, Integer::sum);
                int cap = call.spec().maxAttempts() + personsResends.getOrDefault(call.id(), 0);
                fail(n > cap, "O7 attempts: " + call.id() + " " + n + " of " + cap);
            }
        }
    }

    /** O8, O9. */
    private void outcomes(Set<String> inReview) {
        Set<String> accepted = new HashSet<>();
        Set<String> ended = new HashSet<>();
        for (Outcome outcome : outcomes) {
            String id = outcome.requestId();
            fail(ended.contains(id), "O8 after its end: " + outcome.state() + " of " + id);
            if (outcome.state() == Outcome.State.ACCEPTED) {
                fail(!accepted.add(id), "O8 accepted twice: " + id);
            } else if (outcome.state().terminal()) {
                ended.add(id);
            }
        }
        for (String id : accepted) {
            fail(ended.contains(id) == inReview.contains(id), "O9 " + id + (ended.contains(id) ? " both" : " neither"));
        }
    }

    private static String text(WireCall a, WireCall b) {
        return a.id() + " at " + a.sentAt + ", " + b.id() + " at " + b.sentAt;
    }

    private static void fail(boolean wrong, String what) {
        if (wrong) {
            throw new AssertionError(what);
        }
    }
}
