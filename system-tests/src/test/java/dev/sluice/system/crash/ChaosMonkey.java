package dev.sluice.system.crash;

import dev.sluice.local.broker.EmbeddedKafka;
import dev.sluice.system.check.send.Stop;
import dev.sluice.system.proxy.FaultAction;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.KafkaFaultProxy;
import dev.sluice.system.proxy.RequestType;
import dev.sluice.system.proxy.Strike;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kills, freezes and cuts at random. What it breaks it mends after a few seconds, on one thread, so that no more than one
 * broker is down at a time; services may all be down at once.
 */
final class ChaosMonkey implements AutoCloseable {
    private static final RequestType[] TARGETS = {
        RequestType.PRODUCE, RequestType.END_TXN, RequestType.END_TXN, RequestType.INIT_PRODUCER_ID,
        RequestType.OFFSET_COMMIT, RequestType.HEARTBEAT, RequestType.JOIN_GROUP, RequestType.FETCH
    };

    private final KafkaFaultProxy proxy;
    private final EmbeddedKafka kafka;
    private final List<? extends ChaosMember<?>> members;
    private final int longestFreezeMs;
    private final Random random;
    private final ScheduledExecutorService mender = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger broken = new AtomicInteger();
    private final CompletableFuture<Void> fault = new CompletableFuture<>();
    private volatile boolean brokerDown;
    private final Queue<Stop> stops = new ConcurrentLinkedQueue<>();
    int memberKills;
    int brokerKills;
    int freezes;
    int cuts;
    int strikes;

    ChaosMonkey(
            KafkaFaultProxy proxy,
            EmbeddedKafka kafka,
            List<? extends ChaosMember<?>> members,
            int longestFreezeMs,
            long seed) {
        this.proxy = proxy;
        this.kafka = kafka;
        this.members = members;
        this.longestFreezeMs = longestFreezeMs;
        this.random = new Random(seed);
    }

    int kills() {
        return memberKills + brokerKills;
    }

    /** When members were frozen so far, but for those that are now. */
    List<Stop> stops() {
        return List.copyOf(stops);
    }

    /** One deed, chosen by lot. */
    void act() throws InterruptedException {
        int lot = random.nextInt(100);
        if (lot < 45) {
            kill(anyMember());
        } else if (lot < 65) {
            killAtAStrike();
        } else if (lot < 80) {
            killBroker();
        } else if (lot < 92) {
            freeze(anyMember());
        } else {
            proxy.cutAll();
            cuts++;
        }
    }

    /** Waits until everything that was broken is mended again. */
    void awaitMended() throws Exception {
        proxy.disarmAll();
        while (broken.get() > 0 && !fault.isDone()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        if (fault.isDone()) {
            fault.get();
        }
        members.forEach(ChaosMember::alive);
    }

    private void kill(ChaosMember<?> member) {
        if (member.kill()) {
            memberKills++;
            mend(random.nextInt(3_000), member::start);
        }
    }

    private void killAtAStrike() throws InterruptedException {
        FaultAction action = FaultAction.values()[random.nextInt(FaultAction.values().length)];
        Strike strike = proxy.arm(FaultRule.at(TARGETS[random.nextInt(TARGETS.length)], action)
                .nth(1 + random.nextInt(5))
                .delayedBy(Duration.ofMillis(random.nextInt(3_000))));
        try {
            strike.hit().get(2, TimeUnit.SECONDS);
            strikes++;
            kill(anyMember());
        } catch (TimeoutException e) {
            // that request did not come; the rule stays armed for a while
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        mend(random.nextInt(6_000), random.nextBoolean() ? strike::release : strike::drop);
    }

    private void killBroker() {
        if (brokerDown) {
            return;
        }
        brokerDown = true;
        brokerKills++;
        int node = 1 + random.nextInt(kafka.nodes());
        kafka.killNode(node);
        mend(random.nextInt(4_000), () -> {
            kafka.startNode(node);
            brokerDown = false;
        });
    }

    private void freeze(ChaosMember<?> member) {
        Instant from = Instant.now();
        member.freeze();
        freezes++;
        mend(500 + random.nextInt(longestFreezeMs), () -> {
            member.wake();
            stops.add(new Stop(micros(from), micros(Instant.now())));
        });
    }

    private static long micros(Instant at) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, at);
    }

    private ChaosMember<?> anyMember() {
        return members.get(random.nextInt(members.size()));
    }

    private void mend(int afterMs, Runnable how) {
        broken.incrementAndGet();
        var unused = mender.schedule(
                () -> {
                    try {
                        how.run();
                    } catch (RuntimeException | Error e) {
                        fault.completeExceptionally(e);
                    } finally {
                        broken.decrementAndGet();
                    }
                },
                afterMs,
                TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        mender.shutdownNow();
    }
}
