package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import dev.sluice.model.Command.Decision;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.Priority;
import dev.sluice.model.ResultClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one sender in the plainest way: lists that are walked from end to end. It says what must come of each event, and of each
 * grant whether it may be and whether one is missing; which of several jobs that may go is next it leaves open.
 */
final class NaiveGate implements Events {

    /** An open job. Their list is the order: first accepted first, resent ones in front. */
    private static final class Task {
        JobSpec spec;
        Phase phase = Phase.WAITING;
        int attempts;
        int cap;
        long grant = -1;
        long grantedAt;
        long skew;
        boolean taken;
        boolean reported;
        boolean migrated;
        boolean cancelWanted;
        boolean lateSent;
        int lateAttempt;
        Set<Long> tries = new HashSet<>();

        Task(JobSpec spec) {
            this.spec = spec;
            cap = spec.maxAttempts();
        }

        Task copy() {
            Task t = new Task(spec);
            t.phase = phase;
            t.attempts = attempts;
            t.cap = cap;
            t.grant = grant;
            t.grantedAt = grantedAt;
            t.skew = skew;
            t.taken = taken;
            t.reported = reported;
            t.migrated = migrated;
            t.cancelWanted = cancelWanted;
            t.lateSent = lateSent;
            t.lateAttempt = lateAttempt;
            t.tries = new HashSet<>(tries);
            return t;
        }
    }

    /** A call as the windows see it; sentAt empty: may still be sent. */
    private record Call(long grant, String chat, int weight, OptionalLong sentAt, long skew, boolean formerLife) {}

    private record Until(String hash, long until) {}

    private record Mark(long before, long until) {}

    private final NaivePartition partition;
    private final GateSettings s;
    private List<Task> tasks = new ArrayList<>();
    private List<Call> calls = new ArrayList<>();

    /**
     * What only their chats see of calls whose job had ended before their result was read: whose chat that was, a gate no longer
     * knows then, so the slots there stay as they were.
     */
    private List<Call> left = new ArrayList<>();

    private Map<String, Until> ended = new HashMap<>();
    private Map<String, Long> cancelled = new HashMap<>();
    private Map<String, Mark> marks = new HashMap<>();
    private Map<String, String> moved = new HashMap<>();
    private Map<String, Long> chatCooldown = new HashMap<>();
    private long cooldown;
    private long storedCooldown;

    /** Deadlines of chats grow with each restart at most by the whole skew, at least by one: which of both counts here. */
    private boolean patient;

    private Map<String, Long> chatSkew = new HashMap<>();

    /** What the grant in question waits for, and how soon room has to come for one to be due. */
    private List<Attempt.Hold> hold = List.of();

    private long lead;
    private boolean paused;
    private int floods;
    private long floodPausedAt;
    private int failures;
    private long restUntil;
    private boolean parked;
    private long probeAt;
    private long oneAtATimeAfter = -1;
    private long brief;
    private long renewedAfter = -1;
    private String floodChat = "";
    private long floodAt;
    private long floodUntil;
    private long lastBulkAt = Long.MIN_VALUE / 2;
    private int lastBulkWeight;

    /** What must have come out, as {@code id state reason attempt}. */
    List<String> outcomes = new ArrayList<>();

    int decisions;

    NaiveGate(NaivePartition partition) {
        this.partition = partition;
        s = partition.settings;
    }

    NaiveGate copy(NaivePartition of) {
        NaiveGate n = new NaiveGate(of);
        tasks.forEach(t -> n.tasks.add(t.copy()));
        n.calls.addAll(calls);
        n.left.addAll(left);
        n.ended.putAll(ended);
        n.cancelled.putAll(cancelled);
        n.marks.putAll(marks);
        n.moved.putAll(moved);
        n.chatCooldown.putAll(chatCooldown);
        n.cooldown = cooldown;
        n.storedCooldown = storedCooldown;
        n.chatSkew.putAll(chatSkew);
        n.paused = paused;
        n.floods = floods;
        n.floodPausedAt = floodPausedAt;
        n.failures = failures;
        n.restUntil = restUntil;
        n.parked = parked;
        n.probeAt = probeAt;
        n.oneAtATimeAfter = oneAtATimeAfter;
        n.brief = brief;
        n.renewedAfter = renewedAfter;
        n.floodChat = floodChat;
        n.floodAt = floodAt;
        n.floodUntil = floodUntil;
        n.lastBulkAt = lastBulkAt;
        n.lastBulkWeight = lastBulkWeight;
        n.outcomes.addAll(outcomes);
        return n;
    }

    /** The gate is made anew on another host: deadlines get later, short windows are waited out. */
    void restarted(long skew, Now now) {
        cooldown = storedCooldown == 0 ? 0 : storedCooldown + skew;
        restUntil += restUntil == 0 ? 0 : skew;
        probeAt += probeAt == 0 ? 0 : skew;
        chatCooldown.keySet().forEach(chat -> chatSkew.merge(chat, skew, Long::sum));
        // of an attempt in flight nothing is remembered but that it is
        calls.replaceAll(c -> inFlight().stream().anyMatch(t -> t.grant == c.grant)
                ? new Call(c.grant, c.chat, c.weight, OptionalLong.empty(), 0, false)
                : new Call(c.grant, c.chat, c.weight, c.sentAt, c.skew + skew, true));
        left.replaceAll(c -> new Call(c.grant, c.chat, c.weight, c.sentAt, c.skew + skew, true));
        tasks.forEach(t -> t.skew = skew);
        tasks.forEach(t -> t.reported = false);
        brief = 0;
        renewedAfter = -1;
        lastBulkAt = Long.MIN_VALUE / 2;
    }

    /** All that was stored before has been read. */
    void open(Now now) {
        brief = Math.max(
                brief, now.gateMs() + Math.max(s.bot().windowMs(), s.chat().windowMs()) + guard());
    }

    // ---- what people say ----

    @Override
    public Optional<Refusal> accept(JobSpec asked, Now now) {
        Task known = find(asked.requestId());
        Until over = ended.get(asked.requestId());
        String hash =
                known != null ? known.spec.contentHash() : over != null && over.until > now.gateMs() ? over.hash : null;
        if (hash != null) {
            return hash.equals(asked.contentHash()) ? Optional.empty() : Optional.of(Refusal.REQUEST_ID_CONFLICT);
        }
        long expiry = asked.expiresAtMs()
                .orElse(Math.min(asked.acceptedAtMs(), now.wallMs())
                        + s.defaultExpiry().toMillis());
        if (now.wallMs() >= expiry) {
            return Optional.of(Refusal.EXPIRED_ON_ARRIVAL);
        }
        Mark mark = asked.chatKey().map(key -> marks.get(chat(key))).orElse(null);
        if (cancelled.getOrDefault(asked.requestId(), 0L) > now.gateMs()) {
            outcomes.add(asked.requestId() + " cancelled cancelled 0");
            remember(asked, now);
        } else if (mark != null && mark.until > now.gateMs() && asked.acceptedAtMs() < mark.before) {
            outcomes.add(asked.requestId() + " cancelled chat_cancelled 0");
            remember(asked, now);
        } else {
            outcomes.add(asked.requestId() + " accepted accepted 0");
            tasks.add(new Task(asked.expiring(s.defaultExpiry().toMillis(), now.wallMs())));
        }
        return Optional.empty();
    }

    @Override
    public Optional<Refusal> cancel(String id, Now now) {
        Task task = find(id);
        if (task == null) {
            Until over = ended.get(id);
            if (over != null && over.until > now.gateMs()) {
                return Optional.of(Refusal.COMMAND_TOO_LATE);
            }
            cancelled.put(id, now.gateMs() + s.dedupeWindow().toMillis());
            return Optional.empty();
        }
        return unwanted(task, "cancelled", now) ? Optional.empty() : Optional.of(Refusal.COMMAND_TOO_LATE);
    }

    private boolean unwanted(Task task, String reason, Now now) {
        if (task.phase == Phase.WAITING || task.phase == Phase.HELD) {
            end(task, "cancelled", reason, now);
            return true;
        }
        task.cancelWanted = true;
        return false;
    }

    @Override
    public void cancelChat(String key, long before, Now now) {
        long until = now.gateMs() + s.dedupeWindow().toMillis();
        marks.merge(
                chat(key),
                new Mark(before, until),
                (a, b) -> new Mark(Math.max(a.before, b.before), Math.max(a.until, b.until)));
        for (Task task : List.copyOf(tasks)) {
            if (chat(task).equals(chat(key)) && task.spec.acceptedAtMs() < before && !task.cancelWanted) {
                unwanted(task, "chat_cancelled", now);
            }
        }
    }

    @Override
    public Optional<Refusal> resolve(String id, int attempt, Decision decision, Now now) {
        Task task = find(id);
        if (task == null) {
            Until over = ended.get(id);
            boolean known = over != null && over.until > now.gateMs();
            return Optional.of(known ? Refusal.COMMAND_TOO_LATE : Refusal.COMMAND_UNKNOWN_REQUEST);
        }
        if (attempt > task.attempts) {
            return Optional.of(Refusal.COMMAND_INVALID);
        }
        if (!task.phase.isOpenReview() || attempt != task.attempts) {
            return Optional.of(Refusal.COMMAND_TOO_LATE);
        }
        if (decision == Decision.SENT) {
            end(task, "sent", "resolved", now);
        } else if (decision == Decision.DROP) {
            end(task, "dropped", "resolved", now);
        } else if (task.cancelWanted) {
            end(task, "cancelled", "cancelled", now);
        } else if (expired(task, now)) {
            end(task, "expired", "expired", now);
        } else {
            task.cap = Math.max(task.cap, task.attempts + 1);
            front(task);
        }
        return Optional.empty();
    }

    @Override
    public void pause(boolean on, Now now) {
        paused = on;
    }

    @Override
    public void credentials(Now now) {
        parked = false;
        probeAt = 0;
        renewedAfter = partition.lastGrant;
    }

    // ---- what the dispatcher says ----

    /** Another has taken over. */
    void opened(OptionalLong taken, Now now) {
        boolean some = false;
        for (Task task : inFlight()) {
            if (task.grant > taken.orElse(Long.MAX_VALUE)) {
                giveBack(task, now);
            } else {
                task.taken = true;
                some = true;
            }
        }
        if (some) {
            oneAtATimeAfter = Math.max(oneAtATimeAfter, partition.lastGrant);
        }
    }

    /** The owner has nothing below {@code oldest} left. */
    void beat(OptionalLong taken, OptionalLong oldest, Now now) {
        for (Task task : inFlight()) {
            boolean own = task.grant > partition.openedAfter && !task.taken;
            if (own && task.grant <= taken.orElse(-1) && task.grant < oldest.orElse(Long.MAX_VALUE)) {
                lost(task, "lost_response", now);
            }
        }
    }

    /** Attempts of which nobody knows yet whether they were sent, and which the present dispatcher has on its hands. */
    long unreported() {
        return inFlight().stream().filter(t -> !t.reported && !t.taken).count();
    }

    @Override
    public void sending(long grantId, String id, long msSinceSent, Now now) {
        Task task = flying(grantId, id);
        if (task != null) {
            task.reported = true;
            sent(task, now.gateMs() - msSinceSent);
        }
    }

    @Override
    public void returned(long grantId, String id, ReturnReason reason, long restMs, Now now) {
        if (reason == ReturnReason.CLOSING && grantId > partition.openedAfter) {
            partition.closing = true;
        }
        Task task = flying(grantId, id);
        if (task != null) {
            if (reason == ReturnReason.NO_CREDENTIALS) {
                park(grantId, now);
            } else {
                brief = Math.max(brief, now.gateMs() + restMs);
            }
            giveBack(task, now);
        }
    }

    @Override
    public void result(ResultFacts f, Now now) {
        Task task = find(f.requestId());
        Task flight = flying(f.grantId(), f.requestId());
        boolean mine = task != null && (task.grant == f.grantId() || task.tries.contains(f.grantId()));
        long sentAt = now.gateMs() - f.msSinceSent().orElse(f.msSinceReceived().orElse(0));
        if (flight != null && f.resultClass() == ResultClass.NOT_SENT) {
            calls.removeIf(c -> c.grant == f.grantId());
        } else if (flight != null) {
            sent(flight, sentAt);
        } else if (f.resultClass() != ResultClass.NOT_SENT) {
            sentLate(
                    f.grantId(), task != null && mine ? chat(task) : "", task == null ? 1 : task.spec.weight(), sentAt);
        }
        OptionalLong until = OptionalLong.empty();
        if (f.resultClass() == ResultClass.FLOOD && f.retryAfterSeconds().isPresent()) {
            until = OptionalLong.of(now.gateMs()
                    - f.msSinceReceived().orElse(0)
                    + f.retryAfterSeconds().getAsLong() * 1000
                    + (long) (now.jitter() * 250));
        }
        boolean unspecified = f.resultClass() == ResultClass.HELD || f.reason() == Reason.ALBUM_PARTIAL;
        long grantedAt = flight == null ? Long.MIN_VALUE : flight.grantedAt + flight.skew;
        if (f.msSinceReceived().isPresent()) {
            if (f.resultClass() == ResultClass.AUTH) {
                park(f.grantId(), now);
            } else {
                if (f.grantId() > oneAtATimeAfter) {
                    oneAtATimeAfter = -1;
                    parked = false;
                    failures = 0;
                }
                if (until.isEmpty() && !unspecified && grantedAt >= floodPausedAt) {
                    floods = 0;
                }
            }
        }
        if (until.isPresent()) {
            flood(
                    task != null && mine && s.floodScope() == FloodScope.CHAT_THEN_BOT ? chat(task) : "",
                    until.getAsLong(),
                    now);
        } else if (unspecified) {
            if (floods == 0 || grantedAt >= floodPausedAt) {
                floods++;
                floodPausedAt = now.gateMs();
            }
            long pause = pause(
                    now,
                    floods,
                    s.unspecifiedFloodPause().toMillis(),
                    s.unspecifiedFloodPauseMax().toMillis());
            raise(now.gateMs() - f.msSinceReceived().orElse(0) + pause);
        } else if (flight != null
                && f.resultClass() == ResultClass.NOT_SENT
                && (failures == 0 || grantedAt >= restUntil)) {
            failures++;
            restUntil = now.gateMs()
                    + pause(
                            now,
                            failures,
                            s.notSentPause().toMillis(),
                            s.notSentPauseMax().toMillis());
            oneAtATimeAfter = Math.max(oneAtATimeAfter, partition.lastGrant);
        }
        if (flight != null) {
            settle(flight, f, now);
        } else if (task != null && mine) {
            late(task, f, now);
        }
    }

    private void settle(Task task, ResultFacts f, Now now) {
        if (f.resultClass() != ResultClass.NOT_SENT) {
            task.tries.add(f.grantId());
        }
        switch (f.resultClass()) {
            case SENT -> end(task, "sent", f.reason().word(), now);
            case REJECTED -> end(task, "rejected", f.reason().word(), now);
            case UNKNOWN -> unknown(task, f.reason().word(), now);
            case HELD -> review(task, Phase.HELD, "flood_without_wait", now);
            case FLOOD -> back(task, true, now);
            case AUTH, NOT_SENT -> back(task, false, now);
            case MIGRATED -> {
                String to = Long.toString(f.migrateTo().orElse(0));
                if (task.migrated || chat(task).isEmpty() || chat(to).equals(chat(task))) {
                    end(task, "rejected", "bad_request", now);
                } else {
                    move(chat(task), chat(to));
                    task.migrated = true;
                    back(task, true, now);
                }
            }
        }
    }

    private void late(Task task, ResultFacts f, Now now) {
        boolean current = task.grant == f.grantId();
        boolean known = task.tries.contains(f.grantId());
        if (f.resultClass() == ResultClass.SENT && task.phase == Phase.IN_FLIGHT) {
            task.tries.add(f.grantId());
            task.lateSent = true;
            task.lateAttempt = f.attempt();
        } else if (f.resultClass() == ResultClass.SENT) {
            boolean twice = task.phase == Phase.UNKNOWN && !current;
            end(task, "sent", twice ? "late_result_duplicate" : f.reason().word(), now);
        } else if (current && task.phase == Phase.UNKNOWN && f.resultClass() != ResultClass.UNKNOWN) {
            settle(task, f, now);
        } else if (current && task.phase == Phase.WAITING && !known) {
            if (f.resultClass() == ResultClass.UNKNOWN || f.resultClass() == ResultClass.REJECTED) {
                task.attempts++;
                settle(task, f, now);
            }
        } else if (current && task.phase == Phase.WAITING && f.resultClass() == ResultClass.REJECTED) {
            end(task, "rejected", f.reason().word(), now);
        }
    }

    // ---- what time brings ----

    void pass(Now now) {
        for (Task task : inFlight()) {
            if (task.taken && task.grantedAt + task.skew + s.attemptDeadline().toMillis() <= now.gateMs()) {
                lost(task, "deadline", now);
            }
        }
        for (Task task : List.copyOf(tasks)) {
            if (task.phase == Phase.WAITING && expired(task, now)) {
                end(task, "expired", "expired", now);
            }
        }
    }

    // ---- grants ----

    /** A grant of the real gate: why it may not be, if so. */
    Optional<String> granted(Grant grant, Now now) {
        Task task = find(grant.job().spec().requestId());
        if (task == null) {
            return Optional.of("no such job");
        }
        hold = grant.hold();
        Optional<String> why = why(task, now, true);
        if (hold.stream().anyMatch(wait -> wait.ms() > s.leadMs())) {
            why = Optional.of("too early: " + hold);
        }
        hold = List.of();
        if (why.isEmpty() && task.attempts >= task.cap) {
            why = Optional.of("no attempt left");
        }
        if (why.isEmpty() && grant.grantId() <= partition.lastGrant) {
            why = Optional.of("grant id not new");
        }
        task.phase = Phase.IN_FLIGHT;
        task.attempts++;
        task.grant = grant.grantId();
        task.grantedAt = now.gateMs();
        task.skew = 0;
        task.taken = false;
        task.reported = false;
        partition.lastGrant = grant.grantId();
        calls.add(new Call(grant.grantId(), chat(task), task.spec.weight(), OptionalLong.empty(), 0, false));
        if (task.spec.priority() == Priority.BULK) {
            lastBulkAt = now.gateMs();
            lastBulkWeight = task.spec.weight();
        }
        return why;
    }

    /** A job that should have been granted by now. */
    Optional<String> missing(Now now) {
        lead = s.leadMs();
        Optional<String> missing = missingWithLead(now);
        lead = 0;
        return missing;
    }

    private Optional<String> missingWithLead(Now now) {
        // a call that waits for room in the bot's window is not passed, nor is one whose time would be over by then
        if (tasks.stream()
                .anyMatch(t -> why(t, now, false).isEmpty() && (!fits(t, "", now) || expiresWithin(t, lead, now)))) {
            return Optional.empty();
        }
        patient = true;
        List<Task> free = new ArrayList<>();
        for (Task task : tasks) {
            if (why(task, now, false).isEmpty()) {
                free.add(task);
            }
        }
        free.removeIf(t -> !fits(t, "", now));
        patient = false;
        long distance = s.bot().windowMs() * lastBulkWeight / s.bot().count() + 1;
        boolean bulkRests = lastBulkAt + distance > now.gateMs();
        return free.stream()
                .filter(t -> t.spec.priority() == Priority.REPLY || !bulkRests)
                .map(t -> t.spec.requestId() + " could go, " + t.spec.priority() + " of weight " + t.spec.weight()
                        + " to chat " + chat(t)
                        + "; limit " + s.bot() + ", calls "
                        + calls.subList(Math.max(0, calls.size() - 12), calls.size())
                        + ", one at a time after " + oneAtATimeAfter + ", in flight "
                        + inFlight().size())
                .findFirst();
    }

    private Optional<String> why(Task task, Now now, boolean withBot) {
        if (task.phase != Phase.WAITING) {
            return Optional.of("not waiting but " + task.phase);
        }
        if (expired(task, now) || task.spec.notBeforeMs().orElse(0) > now.wallMs()) {
            return Optional.of("not its time");
        }
        if (partition.epoch < 0 || partition.closing || now.gateMs() - partition.heardAt > 3_000) {
            return Optional.of("nobody to grant to");
        }
        long open = Math.max(Math.max(cooldown, restUntil), Math.max(brief, parked ? probeAt : 0));
        if (paused || open > now.gateMs()) {
            return Optional.of("the sender rests until " + open + (paused ? ", paused" : ""));
        }
        if (inFlight().size() >= s.maxInFlight()
                || (oneAtATimeAfter >= 0 && inFlight().stream().anyMatch(t -> t.grant > oneAtATimeAfter))
                || !partition.hasCredit()) {
            return Optional.of("enough in flight");
        }
        String chat = chat(task);
        if (!chat.isEmpty()) {
            for (Task other : tasks) {
                if (!chat(other).equals(chat)) {
                    continue;
                }
                if (other.phase == Phase.IN_FLIGHT) {
                    return Optional.of("its chat has one in flight");
                }
                if (s.strictOrder() && other.phase.isOpenReview()) {
                    return Optional.of("its chat has a review");
                }
            }
            for (Task other : tasks) {
                boolean sameLine = chat(other).equals(chat) && other.spec.priority() == task.spec.priority();
                boolean due =
                        other.phase == Phase.WAITING && other.spec.notBeforeMs().orElse(0) <= now.wallMs();
                if (sameLine && due) {
                    if (other != task) {
                        return Optional.of("after " + other.spec.requestId());
                    }
                    break;
                }
            }
            if (chatCooldown.getOrDefault(chat, 0L) + skew(chatSkew.getOrDefault(chat, 0L)) > now.gateMs()) {
                return Optional.of("its chat rests");
            }
            if (!fits(task, chat, now)) {
                return Optional.of("no room in its chat");
            }
        }
        return withBot && !fits(task, "", now) ? Optional.of("no room") : Optional.empty();
    }

    /** Whether the windows of that chat, or of the bot, have room. */
    private boolean fits(Task task, String chat, Now now) {
        if (chat.isEmpty()) {
            return room(s.bot(), "", task.spec.weight(), false, now);
        }
        boolean group = chat.startsWith("-");
        return room(s.chat(), chat, 1, true, now) && (!group || room(s.group(), chat, task.spec.weight(), false, now));
    }

    private boolean room(Limit limit, String chat, int weight, boolean countsCalls, Now now) {
        int used = 0;
        List<Call> seen = new ArrayList<>(calls);
        seen.addAll(chat.isEmpty() ? List.of() : left);
        for (Call call : seen) {
            int heavy = countsCalls ? 1 : call.weight;
            boolean inside = chat.isEmpty() || chat(call.chat).equals(chat);
            boolean waitedOut = call.formerLife && limit.windowMs() <= 2_000 && heavy <= limit.count();
            long after = limit.occupiedMs(heavy) + guard();
            boolean taken =
                    call.sentAt.isEmpty() || call.sentAt.getAsLong() + after + skew(call.skew) > now.gateMs() + lead;
            if (inside && taken && !waitedOut && !isWaitedFor(call, after, now)) {
                used += heavy;
            }
        }
        return used == 0 || used + weight <= limit.count();
    }

    private boolean isWaitedFor(Call call, long after, Now now) {
        return call.sentAt.isPresent()
                && hold.stream()
                        .anyMatch(wait -> wait.grantId() == call.grant
                                && wait.msAfterSent() >= after
                                && now.gateMs() + wait.ms() >= call.sentAt.getAsLong() + after + skew(call.skew));
    }

    // ---- small things ----

    private void end(Task task, String state, String reason, Now now) {
        if (task.lateSent && state.equals("sent")) {
            outcomes.add(task.spec.requestId() + " sent late_result_duplicate " + task.attempts);
        } else if (task.lateSent) {
            outcomes.add(task.spec.requestId() + " sent sent " + task.lateAttempt);
        } else {
            outcomes.add(task.spec.requestId() + " " + state + " " + reason + " " + task.attempts);
        }
        tasks.remove(task);
        remember(task.spec, now);
    }

    private void back(Task task, boolean counted, Now now) {
        task.attempts -= counted ? 0 : 1;
        if (task.lateSent || task.cancelWanted) {
            end(task, "cancelled", "cancelled", now);
        } else if (expired(task, now)) {
            end(task, "expired", "expired", now);
        } else if (task.attempts >= task.cap) {
            end(task, "exhausted", "attempts", now);
        } else {
            task.phase = Phase.WAITING;
        }
    }

    private void unknown(Task task, String reason, Now now) {
        OnUnknown policy = task.spec.onUnknown();
        if (task.lateSent) {
            end(task, "sent", "", now);
        } else if (policy == OnUnknown.DROP) {
            end(task, "dropped", "policy", now);
        } else if (policy == OnUnknown.HOLD || task.cancelWanted) {
            review(task, Phase.UNKNOWN, reason, now);
        } else if (expired(task, now)) {
            end(task, "expired", "expired", now);
        } else if (task.attempts >= task.cap) {
            end(task, "exhausted", "attempts", now);
        } else {
            outcomes.add(task.spec.requestId() + " unknown policy " + task.attempts);
            front(task);
        }
    }

    private void review(Task task, Phase phase, String reason, Now now) {
        if (task.lateSent) {
            end(task, "dropped", reason, now);
            return;
        }
        task.phase = phase;
        String state = phase == Phase.HELD ? "held" : "unknown";
        outcomes.add(task.spec.requestId() + " " + state + " " + reason + " " + task.attempts);
    }

    private void giveBack(Task task, Now now) {
        calls.removeIf(c -> c.grant == task.grant);
        back(task, false, now);
    }

    private void lost(Task task, String reason, Now now) {
        sent(task, now.gateMs());
        task.tries.add(task.grant);
        unknown(task, reason, now);
    }

    private void front(Task task) {
        task.phase = Phase.WAITING;
        tasks.remove(task);
        tasks.add(0, task);
        decisions++;
    }

    private void park(long grantId, Now now) {
        if (grantId <= renewedAfter) {
            return;
        }
        parked = true;
        long probe = s.authProbe().toMillis();
        probeAt = Math.max(probeAt, now.gateMs() + probe + (long) (now.jitter() * probe / 4));
        oneAtATimeAfter = Math.max(oneAtATimeAfter, partition.lastGrant);
    }

    private void flood(String chat, long until, Now now) {
        if (chat.isEmpty()) {
            raise(until);
            return;
        }
        raiseChat(chat, until);
        if (!floodChat.isEmpty() && !floodChat.equals(chat) && now.gateMs() - floodAt <= 10_000) {
            raise(Math.max(floodUntil, until));
        }
        floodChat = chat;
        floodAt = now.gateMs();
        floodUntil = until;
    }

    private void raise(long until) {
        if (until > cooldown) {
            cooldown = until;
            storedCooldown = until;
        }
    }

    private void raiseChat(String chat, long until) {
        if (until > chatCooldown.getOrDefault(chat, 0L) + chatSkew.getOrDefault(chat, 0L)) {
            chatCooldown.put(chat, until);
            chatSkew.remove(chat);
        }
    }

    private long skew(long whole) {
        return patient ? whole : Math.min(whole, History.SKEW);
    }

    private void move(String from, String to) {
        moved.put(from, to);
        Long until = chatCooldown.remove(from);
        if (until != null) {
            raiseChat(to, until + chatSkew.getOrDefault(from, 0L));
        }
        Mark mark = marks.remove(from);
        if (mark != null) {
            marks.merge(to, mark, (a, b) -> new Mark(Math.max(a.before, b.before), Math.max(a.until, b.until)));
        }
        floodChat = floodChat.equals(from) ? to : floodChat;
    }

    private void sent(Task task, long at) {
        task.reported = true;
        sentLate(task.grant, chat(task), task.spec.weight(), at);
    }

    private void sentLate(long grant, String chat, int weight, long at) {
        for (Call call : calls) {
            if (call.grant == grant) {
                long known = call.sentAt.isEmpty() ? Long.MAX_VALUE : call.sentAt.getAsLong() + call.skew;
                boolean isOver = chat.isEmpty() && !call.chat.isEmpty();
                calls.remove(call);
                calls.add(new Call(
                        grant, isOver ? "" : call.chat, call.weight, OptionalLong.of(Math.min(known, at)), 0, false));
                if (isOver) {
                    left.add(call);
                }
                return;
            }
        }
        calls.add(new Call(grant, chat, weight, OptionalLong.of(at), 0, false));
    }

    private static long pause(Now now, int n, long first, long longest) {
        long pause = (long) Math.min(longest, first * Math.pow(2, n - 1.0));
        return pause + (long) (now.jitter() * pause / 4);
    }

    private void remember(JobSpec spec, Now now) {
        ended.put(
                spec.requestId(),
                new Until(spec.contentHash(), now.gateMs() + s.dedupeWindow().toMillis()));
    }

    private static boolean expired(Task task, Now now) {
        return now.wallMs() >= task.spec.expiresAtMs().orElse(Long.MAX_VALUE);
    }

    private static boolean expiresWithin(Task task, long ms, Now now) {
        return now.wallMs() + ms >= task.spec.expiresAtMs().orElse(Long.MAX_VALUE);
    }

    private long guard() {
        return s.windowGuard().toMillis();
    }

    private String chat(Task task) {
        return task.spec.chatKey().map(this::chat).orElse("");
    }

    String chat(String key) {
        String to = moved.get(key);
        return to == null ? key : chat(to);
    }

    private List<Task> inFlight() {
        return tasks.stream().filter(t -> t.phase == Phase.IN_FLIGHT).toList();
    }

    private @Nullable Task find(String id) {
        return tasks.stream()
                .filter(t -> t.spec.requestId().equals(id))
                .findFirst()
                .orElse(null);
    }

    private @Nullable Task flying(long grant, String id) {
        Task task = find(id);
        return task != null && task.phase == Phase.IN_FLIGHT && task.grant == grant ? task : null;
    }

    /** Ids of jobs that stand in review, with the attempt that a decision names. */
    Map<String, Integer> reviews() {
        Map<String, Integer> open = new HashMap<>();
        tasks.stream().filter(t -> t.phase.isOpenReview()).forEach(t -> open.put(t.spec.requestId(), t.attempts));
        return open;
    }

    /** Whether anything still waits or flies. */
    boolean isBusy() {
        return tasks.stream().anyMatch(t -> !t.phase.isOpenReview());
    }
}
