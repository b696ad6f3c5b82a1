package dev.sluice.outbound.gate;

import dev.sluice.model.Attempt;
import dev.sluice.model.Outcome.Reason;
import dev.sluice.model.ResultClass;
import dev.sluice.model.Sender;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A dispatcher: takes committed grants of its epoch, calls, reports; may die with what it holds, or wake up again. */
final class DispatcherSim {

    private static final int CAPACITY = 4;

    final long epoch;

    @Nullable
    DispatcherSim former;

    private final History world;
    private final TreeSet<Long> unreported = new TreeSet<>();

    /** By grant: when its call was sent, if this one has made it. */
    private final Map<Long, Long> sentAt = new HashMap<>();

    private long taken = -1;
    private boolean open;
    private boolean dead;
    private boolean closing;

    /** A dead one's results are told after all, from then; -1: never. */
    private long wakesAt = -1;

    /** By sender. */
    private final Map<Sender, Long> restsUntil = new HashMap<>();

    DispatcherSim(History world, long epoch) {
        this.world = world;
        this.epoch = epoch;
    }

    DispatcherSim(History world, long epoch, OptionalLong position) {
        this(world, epoch);
        open(position);
    }

    /** The position that was committed last, by this one or those before. */
    long chain() {
        DispatcherSim before = former;
        return Math.max(taken, before == null ? -1 : before.chain());
    }

    void open(OptionalLong position) {
        if (dead) {
            return;
        }
        open = true;
        say(position);
        world.at(world.t + 1_000, this::beat);
    }

    private void beat() {
        if (!dead && !closing) {
            say(OptionalLong.of(chain()));
            world.at(world.t + 1_000, this::beat);
        }
    }

    private void say(OptionalLong position) {
        OptionalLong oldest = unreported.isEmpty() ? OptionalLong.empty() : OptionalLong.of(unreported.first());
        world.log(0, "owner " + epoch, (g, now) -> {
            g.owner(epoch, position, oldest, CAPACITY, now);
            return Optional.empty();
        });
    }

    void die(long wakesAfter) {
        dead = true;
        wakesAt = wakesAfter < 0 ? -1 : world.t + wakesAfter;
    }

    /** Takes nothing more; what is on the wire goes on. */
    void close() {
        closing = true;
    }

    /** A grant that a commit has made visible. */
    void visible(Grant grant, long grantedAt) {
        world.at(world.t + 2, () -> receive(grant, grantedAt));
    }

    private void receive(Grant grant, long grantedAt) {
        if (dead || !open || !grant.epoch().equals("u" + epoch)) {
            return;
        }
        if (closing) {
            handBack(grant, ReturnReason.CLOSING, 0);
        } else if (!world.isCredentialed()) {
            handBack(grant, ReturnReason.NO_CREDENTIALS, 30_000);
        } else if (world.t - grantedAt >= grant.leaseMs()) {
            handBack(grant, ReturnReason.LEASE, 100);
        } else if (restMs(grant) > 0) {
            handBack(grant, ReturnReason.COOLDOWN, restMs(grant));
        } else {
            taken = grant.grantId();
            unreported.add(taken);
            Random random = world.weather.of(grant);
            world.at(startAt(grant), () -> start(grant, grantedAt, random));
        }
    }

    /** The earliest time at which all that it waits for is over. */
    private long startAt(Grant grant) {
        long latest = world.t;
        for (Attempt.Hold wait : grant.hold()) {
            long over = world.t + wait.ms();
            if (sentAt.containsKey(wait.grantId())) {
                over = Math.min(over, sentAt.get(wait.grantId()) + wait.msAfterSent());
            }
            latest = Math.max(latest, over);
        }
        world.held += latest > world.t ? 1 : 0;
        return latest;
    }

    private void start(Grant grant, long grantedAt, Random random) {
        if (!dead && closing) {
            handBack(grant, ReturnReason.CLOSING, 0);
            return;
        }
        int dice = random.nextInt(8);
        long connect = dice == 0 ? random.nextInt(900) : dice < 3 ? 0 : random.nextInt(12);
        world.at(world.t + connect, () -> send(grant, grantedAt, random));
    }

    private void handBack(Grant grant, ReturnReason reason, long restMs) {
        long at = world.t;
        world.log(0, grant.job().spec().requestId(), (g, now) -> {
            long leftMs = Math.max(0, restMs - age(at, grant));
            g.of(sender(grant)).returned(grant.grantId(), grant.job().spec().requestId(), reason, leftMs, now);
            return Optional.empty();
        });
        unreported.remove(grant.grantId());
    }

    /** For how long a record has lain in its topic; of some the gate knows only half of it, and of some nothing. */
    private long age(long at, Grant grant) {
        return (world.t - at) * (grant.grantId() % 3) / 2;
    }

    private long restMs(Grant grant) {
        return Math.max(0, restsUntil.getOrDefault(sender(grant), 0L) - world.t);
    }

    private static Sender sender(Grant grant) {
        return grant.job().spec().sender();
    }

    private void send(Grant grant, long grantedAt, Random random) {
        if (dead) {
            return;
        }
        if (restMs(grant) > 0 || world.t - grantedAt >= grant.leaseMs()) {
            handBack(grant, ReturnReason.COOLDOWN, restMs(grant));
            return;
        }
        String chat = world.chatOf(grant);
        ResultClass truth = world.weather.answer(random, chat.startsWith("-"));
        if (truth == ResultClass.NOT_SENT) {
            world.at(world.t + 20, () -> tell(grant, null, truth, 0, random));
            return;
        }
        WireCall call = new WireCall(grant, chat, grantedAt, world.t, world.t + world.wallOffset, world.wallStepped);
        call.truth = truth;
        world.ledger.calls.add(call);
        sentAt.put(grant.grantId(), world.t);
        boolean noAnswer = truth == ResultClass.UNKNOWN && random.nextInt(3) == 0;
        long latency =
                noAnswer ? 35_000 : random.nextInt(6) == 0 ? 200 + random.nextInt(8_000) : 5 + random.nextInt(150);
        if (latency > 200) {
            world.at(world.t + 200, () -> reportSend(call));
        }
        world.at(world.t + latency, () -> answered(call, noAnswer, random));
    }

    private void reportSend(WireCall call) {
        if (!dead) {
            long at = world.t;
            world.log(0, call.id(), (g, now) -> {
                long msSinceSent = at - call.sentAt + age(at, call.grant);
                g.of(sender(call.grant)).sending(call.grant.grantId(), call.id(), msSinceSent, now);
                return Optional.empty();
            });
        }
    }

    private void answered(WireCall call, boolean noAnswer, Random random) {
        call.answeredAt = world.t;
        long seconds = call.truth == ResultClass.FLOOD ? 1 + random.nextInt(20) : 0;
        call.retryAfterMs = seconds * 1000;
        if (!dead && call.truth == ResultClass.FLOOD && world.settings.floodScope() == FloodScope.BOT) {
            restsUntil.merge(sender(call.grant), world.t + call.retryAfterMs, Math::max);
        }
        if (!dead) {
            tell(call.grant, call, call.truth, noAnswer ? -1 : seconds, random);
        } else if (wakesAt >= 0) {
            world.at(
                    Math.max(wakesAt, world.t),
                    () -> tell(call.grant, call, call.truth, noAnswer ? -1 : seconds, random));
        }
    }

    private void tell(Grant grant, @Nullable WireCall call, ResultClass truth, long seconds, Random random) {
        boolean answered = call != null && seconds >= 0;
        Reason reason = switch (truth) {
            case REJECTED -> Reason.FORBIDDEN;
            case UNKNOWN ->
                !answered ? Reason.LOST_RESPONSE : random.nextInt(4) == 0 ? Reason.ALBUM_PARTIAL : Reason.SERVER_ERROR;
            default -> Reason.SENT;
        };
        ResultFacts facts = new ResultFacts(
                grant.grantId(),
                grant.job().spec().requestId(),
                grant.attempt(),
                truth,
                reason,
                answered ? OptionalInt.of(200) : OptionalInt.empty(),
                call != null ? OptionalLong.of(world.t - call.sentAt) : OptionalLong.empty(),
                call != null && answered ? OptionalLong.of(world.t - call.answeredAt) : OptionalLong.empty(),
                truth == ResultClass.FLOOD ? OptionalLong.of(seconds) : OptionalLong.empty(),
                truth == ResultClass.MIGRATED
                        ? OptionalLong.of(Long.parseLong(call == null ? "0" : call.chat) - 100)
                        : OptionalLong.empty(),
                Optional.empty(),
                Optional.empty());
        long at = world.t;
        world.log(0, facts.requestId(), call, (g, now) -> {
            g.of(sender(grant)).result(facts.read(age(at, grant)), now);
            return Optional.empty();
        });
        unreported.remove(grant.grantId());
    }
}
