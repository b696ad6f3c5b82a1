package dev.sluice.local.botapi.engine;

import dev.sluice.local.botapi.core.Answer;
import dev.sluice.local.botapi.core.Answers;
import dev.sluice.local.botapi.core.Arguments;
import dev.sluice.local.botapi.core.BotOptions;
import dev.sluice.local.botapi.core.Moment;
import dev.sluice.local.botapi.core.Pushed;
import dev.sluice.local.botapi.core.SimulatedBot;
import dev.sluice.local.botapi.core.UpdateBytes;
import dev.sluice.local.botapi.fault.FaultPlan;
import dev.sluice.local.botapi.ledger.CallRecord;
import dev.sluice.local.botapi.ledger.Ledger;
import dev.sluice.local.botapi.ledger.Marker;
import dev.sluice.local.botapi.ledger.SimulatedClock;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One simulated server: bots by token, and the way of each call. Thread-safe; each bot has its own lock. */
public final class Engine implements AutoCloseable {

    private static final Pattern METHOD = Pattern.compile("[A-Za-z]{1,64}");
    private static final int SHARED_LENGTH = 3;
    private static final long GC_INTERVAL_NANOS = 60_000_000_000L;

    private final SimulatedClock clock;
    private final Ledger ledger;
    private final Timers timers = new Timers();
    private final Holds holds = new Holds();
    private final ClientCreationFlood flood = new ClientCreationFlood();
    private final Random seeds;
    private final BotOptions options;
    private final Map<String, BotEntry> byToken = new ConcurrentHashMap<>();
    private final Map<Long, String> tokens = new ConcurrentHashMap<>();
    private final Map<Long, BotEntry> byId = new ConcurrentSkipListMap<>();
    private volatile FaultPlan faults = FaultPlan.none();
    private volatile long halfTripNanos;
    private volatile Consumer<CallRecord> whenFinished = call -> {};

    /**
     * @param seed of the random first ids
     * @param webhookChangeNanos how long setWebhook and deleteWebhook take
     */
    public Engine(SimulatedClock clock, Ledger ledger, long seed, long webhookChangeNanos) {
        this.clock = clock;
        this.ledger = ledger;
        this.seeds = new Random(seed);
        this.options = new BotOptions(clock.now().nanos(), webhookChangeNanos);
        timers.later(GC_INTERVAL_NANOS, this::collectGarbage);
    }

    /** A call came in. */
    public void received(Request request, Replier replier) {
        String token = request.isBotCall() ? request.token() : "";
        String method = request.isBotCall() ? request.method() : "";
        BotEntry entry = byToken.get(token);
        long botId = entry == null ? TokenCheck.claimedBot(token) : entry.botId();
        // What is no method name may be anything, a token included: it stays out of the ledger.
        String noted = METHOD.matcher(method).matches() ? method : "";
        CallRecord record = ledger.open(request.headNanos(), botId, noted, replier.peer(), sent(method, request));
        Answer refusal = request.isBotCall() ? TokenCheck.refusal(token) : Answers.error(404, "Not Found");
        if (refusal == null && faults.clientCreationFlood()) {
            refusal = floodRefusal(entry, token, replier.peerAddress());
        }
        Optional<FaultPlan.Struck> struck = faults.decide(method, botId, request.headNanos());
        new Call(this, entry, request, record, replier, struck, halfTripNanos).begin(refusal);
    }

    private @Nullable Answer floodRefusal(@Nullable BotEntry entry, String token, String address) {
        int seconds;
        if (entry == null) {
            seconds = flood.retryAfterForNobody(token, address, System.nanoTime());
        } else {
            synchronized (entry) {
                seconds = entry.bot().isLoaded() ? 0 : flood.retryAfter(address, System.nanoTime());
            }
        }
        return seconds == 0 ? null : Answers.retryAfter(seconds);
    }

    private static CallRecord.Sent sent(String method, Request request) {
        Arguments arguments = request.arguments();
        if (method.equalsIgnoreCase("getUpdates")) {
            return new CallRecord.Sent(
                    arguments.get("offset"),
                    shared(arguments.get("limit")),
                    shared(arguments.get("timeout")),
                    null,
                    null,
                    null);
        }
        byte[] body = request.body();
        return new CallRecord.Sent(
                null,
                null,
                null,
                arguments.get("chat_id"),
                sha256(body),
                Marker.find(body).orElse(null));
    }

    /** Short texts are nearly always the same few; millions of calls are kept. */
    private static @Nullable String shared(@Nullable String text) {
        return text != null && text.length() <= SHARED_LENGTH ? text.intern() : text;
    }

    void call(BotEntry entry, String method, Arguments arguments, Call exchange) {
        Moment now = clock.now();
        synchronized (entry) {
            entry.topUp(now);
            entry.bot().call(method, arguments, exchange, now);
            schedule(entry, now);
        }
    }

    /** Offers an update to a bot. */
    public Pushed push(BotEntry entry, String kind, UpdateBytes bytes, OptionalLong date) {
        Moment now = clock.now();
        synchronized (entry) {
            Pushed pushed = entry.push(kind, bytes, date, now);
            schedule(entry, now);
            return pushed;
        }
    }

    private void schedule(BotEntry entry, Moment now) {
        long at = entry.claimWakeUp();
        if (at != SimulatedBot.NEVER) {
            // Never at once: an answer given inside the call that caused it would find its own exchange unfinished.
            timers.later(Math.max(1, at - now.nanos()), () -> wakeUp(entry));
        }
    }

    private void wakeUp(BotEntry entry) {
        Moment now = clock.now();
        synchronized (entry) {
            entry.wokenUp(now);
            schedule(entry, now);
        }
    }

    private void collectGarbage() {
        Moment now = clock.now();
        for (BotEntry entry : byId.values()) {
            synchronized (entry) {
                entry.collectGarbage(now);
            }
        }
        timers.later(GC_INTERVAL_NANOS, this::collectGarbage);
    }

    /** Makes a bot known, or gives a known one another token. */
    public BotEntry register(long botId, String token) {
        BotEntry entry = byId.computeIfAbsent(
                botId, id -> new BotEntry(id, new SimulatedBot(id, newRandom(), options), ledger.forBot(id)));
        String former = tokens.put(botId, token);
        if (former != null) {
            byToken.remove(former);
        }
        byToken.put(token, entry);
        return entry;
    }

    /** The bot's token is no longer valid; its queue stays. */
    public void revoke(long botId) {
        String token = tokens.remove(botId);
        if (token != null) {
            byToken.remove(token);
        }
    }

    private Random newRandom() {
        synchronized (seeds) {
            return new Random(seeds.nextLong());
        }
    }

    /** Does something to a bot under its lock, and comes back when it asks for it. */
    public void with(BotEntry entry, BiConsumer<SimulatedBot, Moment> action) {
        Moment now = clock.now();
        synchronized (entry) {
            action.accept(entry.bot(), now);
            schedule(entry, now);
        }
    }

    /** Starts a new id sequence of a bot; {@code nextId} 0: at random, as on another server (TELEGRAM.md 1.6). */
    public void restartSequence(BotEntry entry, int nextId) {
        synchronized (entry) {
            entry.restartSequence(nextId);
        }
    }

    /** Keeps the queues of these bots filled from shared updates; level 0 ends it. */
    public void refill(Collection<BotEntry> entries, List<UpdateBytes> pool, int level) {
        Refill plan = level == 0 ? null : new Refill(pool, level);
        for (BotEntry entry : entries) {
            synchronized (entry) {
                entry.refill(plan);
            }
        }
    }

    long stormDelay(BotEntry entry) {
        synchronized (entry) {
            return entry.storm().delayNanos(System.nanoTime());
        }
    }

    void finished(CallRecord record) {
        whenFinished.accept(record);
    }

    /** Tells each finished call to somebody, like a file. */
    public void whenFinished(Consumer<CallRecord> listener) {
        whenFinished = listener;
    }

    public Optional<BotEntry> bot(long botId) {
        return Optional.ofNullable(byId.get(botId));
    }

    /** All bots, by id. */
    public Collection<BotEntry> bots() {
        return byId.values();
    }

    public SimulatedClock clock() {
        return clock;
    }

    public Ledger ledger() {
        return ledger;
    }

    public Holds holds() {
        return holds;
    }

    /** The timer thread, for connections too. */
    public Timers timers() {
        return timers;
    }

    public FaultPlan faults() {
        return faults;
    }

    public void faults(FaultPlan plan) {
        faults = plan;
    }

    /** Sets the round trip time that each call takes on top. */
    public void roundTrip(long nanos) {
        halfTripNanos = nanos / 2;
    }

    private static String sha256(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public void close() {
        timers.close();
    }
}
