package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import dev.sluice.model.Priority;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The chats of a sender: finds them, knows which could send now and when the others will, and lets idle ones go. */
final class Lanes {

    private static final Priority[] PRIORITIES = Priority.values();

    private final GateSettings settings;
    private final long leadMs;
    private final Pieces pieces;
    private final KeyTable<ChatLane> lanes = new KeyTable<>();
    private final TimeHeap<ChatLane> wakes = new TimeHeap<>(new WakePlace());

    /** What has no chat stands together, and passes no chat gate. */
    final ChatLane chatless = new ChatLane("");

    final Turns turns = new Turns();

    Lanes(GateSettings settings, Pieces pieces) {
        this.settings = settings;
        leadMs = settings.leadMs();
        this.pieces = pieces;
    }

    int size() {
        return lanes.size();
    }

    long nextWakeMs() {
        return wakes.firstTime();
    }

    /** The chat of a request; one that has moved is the one it has become. */
    ChatLane of(Optional<String> chatKey, boolean groupLike) {
        if (chatKey.isEmpty()) {
            return chatless;
        }
        ChatLane lane = named(chatKey.get());
        lane.groupLike |= groupLike;
        return lane;
    }

    private ChatLane named(String key) {
        ChatLane known = lanes.get(Keyed.Name.of(key));
        if (known != null) {
            return known;
        }
        ChatState state = pieces.chat(key);
        if (state != null && state.movedTo().isPresent()) {
            return named(state.movedTo().get());
        }
        return add(key, state, 0);
    }

    private ChatLane add(String key, @Nullable ChatState state, long skewMs) {
        ChatLane lane = new ChatLane(key);
        if (state != null) {
            ChatBudget budget = lane.budget();
            budget.restore(state, settings, skewMs);
            lane.stored = true;
        }
        lanes.add(lane);
        return lane;
    }

    /** Takes back a chat at a rebuild, if its stored piece still keeps it from sending. */
    void restore(ChatState state, long skewMs, Now now) {
        if (state.movedTo().isEmpty()
                && lanes.get(Keyed.Name.of(state.chatKey())) == null
                && state.isLive(now.gateMs() - skewMs)) {
            refresh(add(state.chatKey(), state, skewMs), now);
        }
    }

    /** Puts a chat where it belongs now: in turn, asleep until it may be, or out of memory. */
    void refresh(ChatLane lane, Now now) {
        if (lane == chatless || lane.gone) {
            return;
        }
        long wakeAt = Long.MAX_VALUE;
        for (Priority priority : PRIORITIES) {
            long readyAt = readyAt(lane, priority, now);
            if (readyAt <= now.gateMs()) {
                turns.join(lane, priority);
            } else {
                wakeAt = Math.min(wakeAt, readyAt);
            }
        }
        if (lane.inFlight == 0) {
            wakeAt = Math.min(wakeAt, letGo(lane, now));
        }
        ChatBudget budget = lane.budget;
        if (budget == null || wakeAt == Long.MAX_VALUE) {
            wakes.remove(lane);
        } else {
            budget.wakeAtMs = wakeAt;
            wakes.put(lane);
        }
    }

    /** When the chat's first job of that priority may be granted; never, while it has none or an attempt is in flight. */
    long readyAt(ChatLane lane, Priority priority, Now now) {
        JobEntry head = lane.head(priority);
        if (head == null) {
            return Long.MAX_VALUE;
        }
        if (lane == chatless) {
            return now.gateMs();
        }
        if (lane.inFlight > 0 || (settings.strictOrder() && lane.open > 0)) {
            return Long.MAX_VALUE;
        }
        ChatBudget budget = lane.budget;
        return budget == null ? now.gateMs() : budget.readyAt(head.weight, lane.groupLike, now.gateMs(), leadMs);
    }

    /** What a call waits for in its chat's windows, when it is granted now. */
    static List<Attempt.Hold> hold(ChatLane lane, int weight, Now now) {
        ChatBudget budget = lane.budget;
        return budget == null ? List.of() : budget.hold(weight, lane.groupLike, now.gateMs());
    }

    /** Looks at the chats whose time has come, up to a number of them. */
    int wake(Now now, int limit) {
        int done = 0;
        for (ChatLane lane = wakes.first(); lane != null && done < limit; lane = wakes.first()) {
            if (wakes.firstTime() > now.gateMs()) {
                break;
            }
            wakes.remove(lane);
            refresh(lane, now);
            done++;
        }
        return done;
    }

    /** Frees what no longer matters. When does the rest cease to; never, when nothing is left or it has to stay. */
    private long letGo(ChatLane lane, Now now) {
        ChatBudget budget = lane.budget;
        if (budget != null) {
            long idleAt = budget.idleAt();
            if (idleAt > now.gateMs()) {
                return idleAt;
            }
            budget.forgetWindows();
            if (!budget.isMarked(now.gateMs())) {
                wakes.remove(lane);
                lane.budget = null;
                if (lane.stored) {
                    pieces.dropChat(lane.key());
                    lane.stored = false;
                }
            }
        }
        if (!lane.hasJobs()) {
            lanes.remove(lane);
            lane.gone = true;
        }
        return Long.MAX_VALUE;
    }

    void take(ChatLane lane, long grantId, int weight) {
        if (lane != chatless) {
            lane.budget().take(grantId, weight, lane.groupLike, settings);
        }
    }

    void sent(ChatLane lane, long grantId, long sentAtMs) {
        if (lane.budget != null) {
            lane.budget.sent(grantId, sentAtMs);
        }
    }

    void sentAfterAll(ChatLane lane, long grantId, int weight, long sentAtMs) {
        if (lane != chatless) {
            lane.budget().sentAfterAll(grantId, weight, lane.groupLike, sentAtMs, settings);
        }
    }

    void release(ChatLane lane, long grantId) {
        if (lane.budget != null) {
            lane.budget.release(grantId);
        }
    }

    void flood(ChatLane lane, long until, Now now) {
        lane.budget().cooldownUntilMs = Math.max(lane.budget().cooldownUntilMs, until);
        save(lane, now);
    }

    /** What comes to this chat with a record timestamp below is cancelled, as long as that is remembered. */
    void cancelBefore(ChatLane lane, long before, long until, Now now) {
        ChatBudget budget = lane.budget();
        budget.cancelBeforeMs = Math.max(budget.cancelBeforeMs, before);
        budget.cancelUntilMs = Math.max(budget.cancelUntilMs, until);
        save(lane, now);
    }

    static boolean isCancelled(ChatLane lane, long acceptedAtMs, Now now) {
        ChatBudget budget = lane.budget;
        return budget != null && budget.isMarked(now.gateMs()) && acceptedAtMs < budget.cancelBeforeMs;
    }

    /**
     * A chat has become another: jobs and budget move, and the old name leads to the new one from now on.
     *
     * @return false when that would lead in a circle
     */
    boolean migrate(ChatLane old, String to, Now now) {
        ChatLane target = named(to);
        if (target == old) {
            return false;
        }
        target.groupLike = true;
        if (old.budget != null) {
            target.budget().addAll(old.budget, settings);
        }
        target.adopt(old);
        wakes.remove(old);
        lanes.remove(old);
        old.gone = true;
        pieces.saveChat(
                new ChatState(old.key(), Optional.of(target.key()), 0, Long.MIN_VALUE, 0, List.of(), List.of()));
        save(target, now);
        refresh(target, now);
        return true;
    }

    /** Stores what is to be stored of a chat, when there is something or was. */
    void save(ChatLane lane, Now now) {
        ChatBudget budget = lane.budget;
        if (lane == chatless || budget == null) {
            return;
        }
        ChatState state = budget.state(lane.key(), now.gateMs());
        if (!state.isOver(now.gateMs())) {
            pieces.saveChat(state);
            lane.stored = true;
        } else if (lane.stored) {
            pieces.dropChat(lane.key());
            lane.stored = false;
        }
    }

    private static final class WakePlace implements TimeHeap.Access<ChatLane> {
        @Override
        public long time(ChatLane lane) {
            return lane.budget == null ? Long.MAX_VALUE : lane.budget.wakeAtMs;
        }

        @Override
        public int place(ChatLane lane) {
            return lane.budget == null ? -1 : lane.budget.wakePlace;
        }

        @Override
        public void place(ChatLane lane, int place) {
            if (lane.budget != null) {
                lane.budget.wakePlace = place;
            }
        }
    }
}
