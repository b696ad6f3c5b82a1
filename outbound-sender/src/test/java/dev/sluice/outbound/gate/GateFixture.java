package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import dev.sluice.model.Outcome;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A partition's gate with a dispatcher that lives, on a clock that the test moves. The wall shows what the clock shows. */
final class GateFixture {

    static final Sender BOT = Jobs.BOT;

    /** When the clock starts. */
    static final long START = 1_764_500_000_000L;

    final MemoryStores stores = new MemoryStores();
    final Outputs out = new Outputs();
    final GateSettings settings;
    PartitionGate gate;
    long ms = START;
    long wallLead;
    long epoch = 1;
    int capacity = 1_000;
    private int seen;

    /** Granted early, and not to be started yet. */
    private final List<Grant> held = new ArrayList<>();

    GateFixture() {
        this(GateSettings.DEFAULT);
    }

    GateFixture(GateSettings settings) {
        this.settings = settings;
        gate = new PartitionGate(sender -> settings, stores, out);
        gate.rebuilt();
        gate.open(now());
        ms += 2_000;
        own();
    }

    Now now() {
        return Now.of(ms, ms + wallLead);
    }

    /** The dispatcher says that it lives, has taken nothing it has not reported, and owns the partition. */
    void own() {
        gate.owner(epoch, "uuid-" + epoch, OptionalLong.of(-1), OptionalLong.empty(), OptionalInt.of(capacity), now());
    }

    /** Another dispatcher takes over. */
    void takeover(OptionalLong taken) {
        epoch++;
        gate.owner(epoch, "uuid-" + epoch, taken, OptionalLong.empty(), OptionalInt.of(capacity), now());
    }

    Optional<Refusal> submit(Jobs job) {
        JobSpec spec = job.spec();
        return gate.accept(spec.acceptedAtMs() == 0 ? job.acceptedAt(ms).spec() : spec, now());
    }

    /** Time passes; grants that may start by the end of it are given back, whether it or an event before has brought them. */
    List<Grant> pass(long by) {
        long end = ms + by;
        do {
            gate.advance(now(), 1_000);
            long next = Math.max(ms + 1, gate.nextWakeMs());
            ms = Math.min(end, Math.min(next, ms + 1_000));
            own();
        } while (ms < end);
        gate.advance(now(), 1_000);
        held.addAll(out.grants.subList(seen, out.grants.size()));
        seen = out.grants.size();
        List<Grant> fresh = held.stream().filter(grant -> startsAt(grant) <= ms).toList();
        held.removeAll(fresh);
        return fresh;
    }

    /** Gate time; by the gate's own bounds, as for somebody who knows of no send. */
    static long startsAt(Grant grant) {
        long wait = grant.hold().stream().mapToLong(Attempt.Hold::ms).max().orElse(0);
        return grant.job().grantedAtMs() + wait;
    }

    /** The grants due at once, by request id. */
    List<String> granted() {
        return ids(pass(0));
    }

    Grant one() {
        List<Grant> grants = pass(0);
        if (grants.size() != 1) {
            throw new AssertionError("one grant, not " + ids(grants));
        }
        return grants.get(0);
    }

    void answer(ResultFacts facts) {
        gate.result(BOT, facts, now());
    }

    void answer(Grant grant, ResultClass resultClass) {
        answer(Answers.of(grant, resultClass));
    }

    /** Everything is thrown away and made from what is stored; a dispatcher of the same epoch goes on. */
    void restart() {
        gate = stores.rebuild(settings, out, 0, now());
        gate.open(now());
        own();
    }

    List<String> outcomes() {
        return out.outcomes.stream()
                .filter(o -> o.state() != Outcome.State.ACCEPTED)
                .map(o -> o.requestId() + " " + o.state().word() + " "
                        + o.reason().word())
                .toList();
    }

    static List<String> ids(List<Grant> grants) {
        return grants.stream().map(g -> g.job().spec().requestId()).toList();
    }
}
