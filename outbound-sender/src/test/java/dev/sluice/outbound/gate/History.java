package dev.sluice.outbound.gate;

import dev.sluice.model.Command.Decision;
import dev.sluice.model.JobKey;
import dev.sluice.model.OnUnknown;
import dev.sluice.model.Outcome;
import dev.sluice.model.Sender;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One history: a gate whose transactions commit late and roll back, dispatchers that die and hand over, an API with weather, a
 * wall clock that steps, on one simulated true time. The real gate and the naive one are told the same in the same order;
 * every outcome, refusal and grant is compared, and at the end the ledger is checked.
 */
final class History implements Output {

    /** Something read from the topics: applied to the gates, with what it refuses. */
    interface Read {
        Optional<Refusal> to(Gates gates, Now now);
    }

    private record Logged(
            long visibleAt, Read read, @Nullable WireCall call, String id) {}

    private record Due(long at, long number, Runnable what) {}

    static final long SKEW = 500;
    private static final long FULL_MS = 20;

    final GateSettings settings;
    final Ledger ledger;
    final Weather weather;
    private final long seed;
    private final MemoryStores stores = new MemoryStores();
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>((a, b) -> a.at != b.at ? Long.compare(a.at, b.at) : Long.compare(a.number, b.number));
    private final Map<String, JobSpec> submitted = new HashMap<>();

    /** Results, commands, requests: read in this order. */
    private final List<List<Logged>> topics = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

    private final int[] committed = new int[3];
    private final int[] position = new int[3];
    private final List<Runnable> onCommit = new ArrayList<>();
    private final List<Grant> freshGrants = new ArrayList<>();
    private final List<String> freshOutcomes = new ArrayList<>();
    long t = 1_764_500_000_000L;
    private long gateOffset;
    long wallOffset;
    boolean wallStepped;
    private long numbers;
    private long commitAt = Long.MAX_VALUE;
    private NaivePartition naive;
    private NaivePartition naiveCommitted;
    private final List<Sender> senders;
    private PartitionGate gate;
    private DispatcherSim dispatcher;
    private int requests;
    private boolean isCredentialed = true;
    int restarts;

    private boolean isRebuilding;

    /** Records that were read while a rebuild was going on. */
    int betweenSlices;

    /** Calls that had to wait in a dispatcher's hands. */
    int held;

    History(long seed) {
        this.seed = seed;
        Random random = new Random(seed);
        settings = Settings.with(
                new Limit(2 + random.nextInt(8), 1_000),
                new Limit(1, 1_000),
                new Limit(6, 60_000),
                random.nextInt(4) == 0 ? FloodScope.CHAT_THEN_BOT : FloodScope.BOT,
                random.nextInt(4) == 0,
                random.nextInt(4) == 0 ? 3 : 300);
        ledger = new Ledger(settings);
        weather = new Weather(seed);
        senders = List.of(Jobs.BOT, Sender.telegram(110002), Sender.telegram(110003))
                .subList(0, 1 + random.nextInt(3));
        naive = new NaivePartition(settings, senders);
        naiveCommitted = naive.copy();
        gate = new PartitionGate(sender -> settings, stores, this);
        gate.rebuilt();
        gate.open(now());
        naive.open(now());
        commit();
        dispatcher = new DispatcherSim(this, 1, OptionalLong.of(-1));
    }

    boolean isCredentialed() {
        return isCredentialed;
    }

    // ---- the steps ----

    void run(List<Step> steps) {
        for (Step step : steps) {
            take(step);
        }
        calm();
        compare(openReviews.toString(), new TreeSet<>(naive.reviews().keySet()).toString(), "open reviews");
        ledger.check(openReviews);
    }

    private void take(Step step) {
        switch (step.kind()) {
            case SUBMIT -> submit(step);
            case REPEAT -> repeat(step);
            case CANCEL -> cancel(step);
            case CANCEL_CHAT -> {
                String key = chat(step.a());
                long before = t + wallOffset - (step.b() % 3) * 400;
                Sender sender = any(step.c());
                log(1, "", (g, now) -> {
                    g.of(sender).cancelChat(key, before, now);
                    return Optional.empty();
                });
            }
            case RESOLVE -> resolve(step);
            case PAUSE -> pause(any(step.a()), true);
            case RESUME -> senders.forEach(sender -> pause(sender, false));
            case PASS -> pass(step.a() % 3 == 0 ? step.b() * 8L : step.b());
            case LONG_PASS -> pass(step.b() * 150L);
            case WEATHER -> weather.change(step.a());
            case CRASH_GATE -> crashGate(step);
            case STAND_STILL -> standStill(1_001 + step.a() * 20L);
            case CRASH_DISPATCHER -> crashDispatcher(step);
            case HANDOVER -> {
                dispatcher.close();
                takeover(t + step.a() % 400, false);
            }
            case STEP_WALL -> {
                wallOffset = (step.a() % 3 - 1) * (step.b() % 2 == 0 ? 3_600_000L : 7_000L);
                wallStepped = true;
            }
            case CREDENTIALS -> {
                isCredentialed = !isCredentialed;
                if (isCredentialed) {
                    tellCredentials();
                }
            }
        }
    }

    private void submit(Step step) {
        String id = "r" + requests++;
        long wall = t + wallOffset;
        Jobs job = step.a() % 12 == 0
                ? Jobs.chatless(id)
                : Jobs.job(id, Long.parseLong(chat(step.a()))).weight(step.b() % 7 == 0 ? 1 + step.c() % 13 : 1);
        job = job.acceptedAt(wall).attempts(1 + step.c() % 4).onUnknown(OnUnknown.values()[step.b() % 5 % 3]);
        if (step.b() % 3 == 0) {
            job = job.bulk();
        }
        if (step.c() % 9 == 0) {
            job = job.notBefore(wall + step.a() * 20L);
        }
        if (step.c() % 7 == 0) {
            job = job.expiresAt(wall + step.b() * 40L);
        }
        JobSpec spec = job.of(senderOf(id)).spec();
        submitted.put(id, spec);
        log(2, id, (g, now) -> g.of(spec.sender()).accept(spec, now));
    }

    private void repeat(Step step) {
        if (requests > 0) {
            String id = "r" + step.a() % requests;
            JobSpec spec =
                    submitted.getOrDefault(id, Jobs.job(id, 1).of(senderOf(id)).spec());
            JobSpec again = step.b() % 4 == 0 ? new Jobs(spec).content("other").spec() : spec;
            log(2, spec.requestId(), (g, now) -> g.of(spec.sender()).accept(again, now));
        }
    }

    private void cancel(Step step) {
        // the next id too: a cancel may come before its request
        String id = "r" + step.a() % (requests + 1);
        log(1, id, (g, now) -> {
            Optional<Refusal> refusal = g.of(senderOf(id)).cancel(id, now);
            if (refusal.isEmpty() && g instanceof Gates.Real) {
                long at = t;
                onCommit.add(() -> ledger.cancelledAt.putIfAbsent(id, at));
            }
            return refusal;
        });
    }

    private void resolve(Step step) {
        List<Map.Entry<String, Integer>> open = new ArrayList<>(naive.reviews().entrySet());
        if (open.isEmpty()) {
            return;
        }
        Map.Entry<String, Integer> one = open.get(step.a() % open.size());
        Decision decision = step.b() % 3 == 0 ? Decision.values()[step.c() % 3] : Decision.RESEND;
        int attempt = one.getValue() + (step.c() % 10 == 0 ? 1 : 0);
        // some click twice
        for (int i = 0; i <= step.c() % 2; i++) {
            log(1, one.getKey(), (g, now) -> {
                Optional<Refusal> refusal = g.of(senderOf(one.getKey())).resolve(one.getKey(), attempt, decision, now);
                if (refusal.isEmpty() && decision == Decision.RESEND && g instanceof Gates.Real) {
                    onCommit.add(() -> {
                        ledger.decisions.merge(one.getKey(), 1, Integer::sum);
                        ledger.personsResends.merge(one.getKey(), 1, Integer::sum);
                    });
                }
                return refusal;
            });
        }
    }

    private Sender any(int number) {
        return senders.get(number % senders.size());
    }

    /** Whose request it is, also before there is one. */
    private Sender senderOf(String id) {
        return any(new Random(seed ^ id.hashCode() * 31L).nextInt(1_000));
    }

    private void pause(Sender sender, boolean on) {
        log(1, "", (g, now) -> {
            g.of(sender).pause(on, now);
            return Optional.empty();
        });
    }

    private void tellCredentials() {
        log(0, "", (g, now) -> {
            senders.forEach(sender -> g.of(sender).credentials(now));
            return Optional.empty();
        });
    }

    private void crashGate(Step step) {
        restarts++;
        stores.rollBack();
        onCommit.clear();
        freshGrants.clear();
        freshOutcomes.clear();
        commitAt = Long.MAX_VALUE;
        System.arraycopy(committed, 0, position, 0, 3);
        naive = naiveCommitted.copy();
        t += step.a() % 5 == 0 ? 4_000 : step.b() % 300;
        // on another host, whose clock differs a little
        gateOffset = step.c() % 2 == 0 ? gateOffset : step.b() % SKEW - SKEW / 2;
        naive.restarted(SKEW, now());
        Random whether = new Random(seed + restarts);
        gate = stores.rebuild(settings, this, SKEW, now(), fresh -> {
            gate = fresh;
            isRebuilding = true;
            // records are taken between the slices of a rebuild
            while (whether.nextInt(3) == 0 && readOne()) {
                betweenSlices++;
            }
        });
        isRebuilding = false;
        compareOutcomes("rebuild");
        // what was stored before is read before anything is granted
        readAll();
        gate.open(now());
        naive.open(now());
        commit();
    }

    /** The gate's thread stands still while all others go on. What was stored meanwhile is read before time counts again. */
    private void standStill(long ms) {
        long end = t + ms;
        while (t < end) {
            while (!agenda.isEmpty() && agenda.peek().at <= t) {
                agenda.remove().what.run();
            }
            t = agenda.isEmpty() ? end : Math.min(end, Math.max(t + 1, agenda.peek().at));
        }
        readAll();
        gate.reopen(now());
        naive.reopen();
    }

    private void crashDispatcher(Step step) {
        dispatcher.die(step.b() % 4 == 0 ? 1_000L + step.c() * 90L : -1);
        takeover(t + 3_500 + step.a() * 6L, step.c() % 5 == 0);
    }

    private void takeover(long at, boolean positionLost) {
        long epoch = dispatcher.epoch + 1;
        DispatcherSim old = dispatcher;
        DispatcherSim next = new DispatcherSim(this, epoch);
        dispatcher = next;
        at(at, () -> next.open(positionLost ? OptionalLong.empty() : OptionalLong.of(old.chain())));
        next.former = old;
    }

    /** Fair weather and time enough: everything that can end does. */
    private void calm() {
        wallOffset = 0;
        weather.calm();
        isCredentialed = true;
        tellCredentials();
        senders.forEach(sender -> pause(sender, false));
        for (int i = 0; i < 400 && (naive.isBusy() || isUnread()); i++) {
            pass(60_000);
            if (i == 100 && settings.strictOrder()) {
                // open reviews block their chats for good: settle them
                naive.reviews()
                        .forEach((id, attempt) ->
                                log(1, id, (g, now) -> g.of(senderOf(id)).resolve(id, attempt, Decision.DROP, now)));
            }
        }
        pass(1_000);
        if (naive.isBusy()) {
            throw new AssertionError("O9: something never ends");
        }
    }

    private boolean isUnread() {
        for (int i = 0; i < 3; i++) {
            if (position[i] < topics.get(i).size()) {
                return true;
            }
        }
        return false;
    }

    // ---- time ----

    void pass(long ms) {
        long end = t + ms;
        while (true) {
            turn();
            if (t >= end) {
                break;
            }
            long wake = gate.nextWakeMs() - gateOffset;
            // in the past while the dispatcher's capacity is used up: the topology waits as well
            long next = Math.min(end, wake > t ? wake : t + FULL_MS);
            if (!agenda.isEmpty()) {
                next = Math.min(next, Math.max(t + 1, agenda.peek().at));
            }
            next = Math.min(next, Math.max(t + 1, commitAt));
            for (int i = 0; i < 3; i++) {
                if (position[i] < topics.get(i).size()) {
                    next = Math.min(next, Math.max(t + 1, topics.get(i).get(position[i]).visibleAt));
                }
            }
            t = next;
        }
    }

    void at(long when, Runnable what) {
        agenda.add(new Due(when, numbers++, what));
    }

    private void turn() {
        while (!agenda.isEmpty() && agenda.peek().at <= t) {
            agenda.remove().what.run();
        }
        if (commitAt <= t) {
            commit();
        }
        readAll();
        advance();
    }

    private void readAll() {
        while (readOne()) {
            // until nothing is left
        }
    }

    private boolean readOne() {
        for (int i = 0; i < 3; i++) {
            List<Logged> topic = topics.get(i);
            if (position[i] < topic.size() && topic.get(position[i]).visibleAt <= t) {
                read(topic.get(position[i]++));
                return true;
            }
        }
        return false;
    }

    private void read(Logged logged) {
        Now now = now();
        Optional<Refusal> real = logged.read.to(new Gates.Real(gate), now);
        Optional<Refusal> plain = logged.read.to(naive, now);
        if (logged.call != null) {
            logged.call.readAt = t;
        }
        compare(real + "", plain + "", "refusal of " + logged.id);
        compareOutcomes("event of " + logged.id);
        commitSoon();
    }

    private void advance() {
        Now now = now();
        freshGrants.clear();
        gate.advance(now, 1_000);
        naive.pass(now);
        for (Grant grant : freshGrants) {
            naive.of(grant.job().spec().sender()).granted(grant, now).ifPresent(why -> {
                throw new AssertionError("granted " + grant.job().spec().requestId() + ": " + why);
            });
            long at = t;
            onCommit.add(() -> dispatcher.visible(grant, at));
        }
        compareOutcomes("passing of time");
        naive.missing(now).ifPresent(what -> {
            throw new AssertionError(
                    "not granted: " + what + ", at " + now.gateMs() + ", next look at " + gate.nextWakeMs());
        });
        if (!freshGrants.isEmpty()) {
            commitSoon();
        }
    }

    private void compareOutcomes(String when) {
        if (isRebuilding) {
            // what concerns jobs that the rebuild has not come by yet follows when it does
            return;
        }
        List<String> real = freshOutcomes.stream().sorted().toList();
        List<String> plain = naive.outcomes().stream().sorted().toList();
        freshOutcomes.clear();
        compare(real.toString(), plain.toString(), when);
    }

    private static void compare(String real, String plain, String when) {
        if (!real.equals(plain)) {
            throw new AssertionError(when + ": real " + real + ", plain " + plain);
        }
    }

    private void commitSoon() {
        if (commitAt == Long.MAX_VALUE) {
            commitAt = t + new Random(seed ^ numbers++).nextInt(25);
        }
    }

    private void commit() {
        stores.commit();
        System.arraycopy(position, 0, committed, 0, 3);
        naiveCommitted = naive.copy();
        List<Runnable> visible = List.copyOf(onCommit);
        onCommit.clear();
        visible.forEach(Runnable::run);
        commitAt = Long.MAX_VALUE;
    }

    // ---- what the dispatchers use ----

    void log(int topic, String id, Read read) {
        log(topic, id, null, read);
    }

    void log(int topic, String id, @Nullable WireCall call, Read read) {
        List<Logged> log = topics.get(topic);
        long delay = 1 + new Random(seed * 31 + numbers++).nextInt(20);
        long after = log.isEmpty() ? 0 : log.get(log.size() - 1).visibleAt;
        log.add(new Logged(Math.max(after, t + delay), read, call, id));
    }

    String chatOf(Grant grant) {
        NaiveGate sender = naive.of(grant.job().spec().sender());
        return grant.job().spec().chatKey().map(sender::chat).orElse("");
    }

    private Now now() {
        double jitter = new Random(seed ^ t).nextDouble();
        return new Now(t + gateOffset, t + wallOffset, jitter);
    }

    private static String chat(int a) {
        return Integer.toString(a % 5 < 2 ? -(1 + a % 2) : 1 + a % 6);
    }

    // ---- the real gate's output, visible once it is committed ----

    @Override
    public void grant(Grant grant) {
        freshGrants.add(grant);
    }

    @Override
    public void outcome(Outcome outcome) {
        freshOutcomes.add(outcome.requestId() + " " + outcome.state().word() + " "
                + outcome.reason().word() + " " + outcome.attempt());
        onCommit.add(() -> {
            ledger.outcomes.add(outcome);
            if (outcome.state() == Outcome.State.UNKNOWN && outcome.reason() == Outcome.Reason.POLICY) {
                ledger.decisions.merge(outcome.requestId(), 1, Integer::sum);
            }
        });
    }

    @Override
    public void openReview(Job job, Outcome.Reason reason, Instant since) {
        onCommit.add(() -> openReviews.add(job.spec().requestId()));
    }

    @Override
    public void closeReview(JobKey key) {
        onCommit.add(() -> {
            if (!openReviews.remove(key.requestId())) {
                throw new AssertionError("a review closed that was not open: " + key);
            }
        });
    }

    private final TreeSet<String> openReviews = new TreeSet<>();
}
