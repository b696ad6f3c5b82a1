package dev.sluice.local.sends;

import dev.sluice.model.AttemptResult;
import dev.sluice.model.Lane;
import dev.sluice.model.Outcome;
import dev.sluice.model.ResultClass;
import dev.sluice.model.SendError;
import dev.sluice.model.SendRequest;
import dev.sluice.model.Sender;
import dev.sluice.runtime.settings.Limit;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Follows the requests of one run from {@code outbound.requests} to their outcomes. Requests of earlier runs may end in this
 * one: their outcomes are shown and not counted. Not thread-safe.
 */
public final class Sends {
    private static final long RATE_OVER_MS = 5_000;

    /** An opening so shortly after the request was seen held nothing up. */
    private static final long NO_WAIT_MS = 20;

    private record Job(Sender sender, String requestId) {}

    private record Waiting(Optional<String> chat, long sinceMs) {}

    private final Windows windows;
    private final Floods floods = new Floods();
    private final Set<Job> expected = new HashSet<>();
    private final Set<Job> requested = new HashSet<>();
    private final Map<Job, Waiting> waiting = new LinkedHashMap<>();
    private final Map<Job, Outcome.State> open = new HashMap<>();

    /** Ends whose requests have not been read yet, which another partition holds; those of earlier runs stay. */
    private final Map<Job, Outcome.State> endedBefore = new HashMap<>();

    private final Map<Sender, Long> sentBy = new HashMap<>();
    private final Deque<Long> sentAtMs = new ArrayDeque<>();
    private long sent;
    private long ended;

    public Sends(Limit bot, Limit chat, Limit group) {
        windows = new Windows(bot, chat, group);
    }

    /** A request that is going to come. */
    public void expect(SendRequest request) {
        Job job = new Job(request.sender(), request.requestId());
        if (!requested.contains(job)) {
            expected.add(job);
        }
    }

    /** A record of {@code outbound.requests}. */
    public void request(SendRequest request, Instant at) {
        Job job = new Job(request.sender(), request.requestId());
        expected.remove(job);
        if (!requested.add(job)) {
            return;
        }
        Outcome.State end = endedBefore.remove(job);
        if (end != null) {
            count(job, end);
        } else {
            waiting.put(job, new Waiting(request.params().chatId().map(id -> id.text()), at.toEpochMilli()));
        }
    }

    /** A record of {@code outbound.outcomes}; says what there is to show of it. */
    public Optional<SendResult> outcome(Outcome outcome) {
        Job job = new Job(outcome.sender(), outcome.requestId());
        if (outcome.state() == Outcome.State.ACCEPTED) {
            return Optional.empty();
        }
        Waiting waited = waiting.remove(job);
        SendResult result = result(outcome, waited);
        boolean ours = waited != null || open.remove(job) != null;
        if (outcome.state() == Outcome.State.SENT) {
            long atMs = outcome.at().toEpochMilli();
            windows.sent(job.sender.text(), outcome.chatId().map(id -> id.text()), atMs);
            sentAtMs.addLast(atMs);
        }
        if (!outcome.state().terminal()) {
            open.put(job, outcome.state());
        } else if (ours) {
            count(job, outcome.state());
        } else {
            endedBefore.put(job, outcome.state());
        }
        return Optional.of(result);
    }

    private void count(Job job, Outcome.State end) {
        if (end == Outcome.State.SENT) {
            sent++;
            sentBy.merge(job.sender, 1L, Long::sum);
        } else {
            ended++;
        }
    }

    private SendResult result(Outcome outcome, @Nullable Waiting waited) {
        if (waited == null) {
            return new SendResult(outcome, OptionalLong.empty(), Gate.NONE);
        }
        Windows.Opening opened = windows.lastToOpen(outcome.sender().text(), waited.chat);
        return new SendResult(
                outcome,
                OptionalLong.of(Math.max(0, outcome.at().toEpochMilli() - waited.sinceMs)),
                opened.atMs() > waited.sinceMs + NO_WAIT_MS ? opened.gate() : Gate.NONE);
    }

    /** A record of {@code outbound.attempt-results}, the first to know of a flood; says when it is the first sign of one. */
    public Optional<Flood> result(AttemptResult result, Instant at, Instant now) {
        OptionalLong seconds = result.resultClass() == ResultClass.FLOOD ? retryAfter(result) : OptionalLong.empty();
        if (seconds.isEmpty()) {
            return Optional.empty();
        }
        Instant until = at.plusSeconds(seconds.getAsLong());
        windows.rests(result.sender().text(), until.toEpochMilli());
        return floods.told(result.sender(), at, until, sent, now);
    }

    /** A record of {@code outbound.lanes}, which knows exactly for how long; says when it is the first sign of a flood. */
    public Optional<Flood> lane(Lane lane, Instant now) {
        return lane.cooldownUntil().flatMap(until -> {
            windows.rests(lane.sender().text(), until.toEpochMilli());
            return floods.rests(lane.sender(), lane.at(), until, sent, now);
        });
    }

    private static OptionalLong retryAfter(AttemptResult result) {
        return result.error().stream()
                .flatMap(
                        error -> error instanceof SendError.Telegram said ? said.parameters().stream() : Stream.empty())
                .mapToLong(parameters -> JsonMapper.shared()
                        .readTree(parameters.toBytes())
                        .path("retry_after")
                        .asLong(0))
                .filter(seconds -> seconds > 0)
                .findFirst();
    }

    /** The floods that are over since this was asked last. */
    public List<Flood> floodsOver(Instant now) {
        return floods.over(now);
    }

    /** Whether every request that was expected has come, and each has an end or waits for a person. */
    public boolean settled() {
        return expected.isEmpty() && waiting.isEmpty();
    }

    public long sent() {
        return sent;
    }

    public SendFigures figures(Instant now) {
        long nowMs = now.toEpochMilli();
        windows.forget(nowMs);
        while (!sentAtMs.isEmpty() && sentAtMs.getFirst() < nowMs - RATE_OVER_MS) {
            sentAtMs.removeFirst();
        }
        long unknown = count(Outcome.State.UNKNOWN);
        return new SendFigures(
                requested.size(),
                sent,
                sentAtMs.size() * 1000.0 / RATE_OVER_MS,
                waitingByGate(nowMs),
                unknown,
                open.size() - unknown,
                ended,
                floods.count());
    }

    /** One sender's; as much work as there are requests that wait. */
    public SenderFigures figures(Sender sender, Instant now) {
        return new SenderFigures(
                sentBy.getOrDefault(sender, 0L),
                waiting.keySet().stream()
                        .filter(job -> job.sender.equals(sender))
                        .count(),
                floods.rest(sender, now));
    }

    /** What is behind another request of its chat waits as that one does. */
    private Map<Gate, Long> waitingByGate(long nowMs) {
        Map<Gate, Long> byGate = new EnumMap<>(Gate.class);
        Set<String> chats = new HashSet<>();
        waiting.forEach((job, request) -> {
            Windows.Opening opening = windows.lastToOpen(job.sender.text(), request.chat);
            boolean first = request.chat.isEmpty() || chats.add(job.sender.text() + "/" + request.chat.get());
            Gate behind = first ? Gate.NONE : Gate.CHAT;
            byGate.merge(opening.atMs() > nowMs ? opening.gate() : behind, 1L, Long::sum);
        });
        return byGate;
    }

    private long count(Outcome.State state) {
        return open.values().stream().filter(state::equals).count();
    }
}
