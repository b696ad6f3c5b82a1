package dev.sluice.system.crash;

import dev.sluice.system.harness.SystemStack;
import dev.sluice.system.proxy.FaultAction;
import dev.sluice.system.proxy.FaultRule;
import dev.sluice.system.proxy.RequestType;
import dev.sluice.system.proxy.Strike;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Kills, freezes and cuts at random. What it breaks it mends after a few seconds, on one thread, so that no more than one
 * broker is down at a time; pollers may all be down at once.
 */
final class ChaosMonkey implements AutoCloseable {
    private static final RequestType[] TARGETS = {
        RequestType.PRODUCE, RequestType.END_TXN, RequestType.END_TXN, RequestType.INIT_PRODUCER_ID,
        RequestType.OFFSET_COMMIT, RequestType.HEARTBEAT, RequestType.JOIN_GROUP, RequestType.FETCH
    };

    private final SystemStack stack;
    private final List<ChaosPoller> pollers;
    private final Random random;
    private final ScheduledExecutorService mender = new ScheduledThreadPoolExecutor(1);
    private final AtomicInteger broken = new AtomicInteger();
    private final CompletableFuture<Void> fault = new CompletableFuture<>();
    private volatile boolean brokerDown;
    int pollerKills;
    int brokerKills;
    int freezes;
    int cuts;
    int strikes;

    ChaosMonkey(SystemStack stack, List<ChaosPoller> pollers, long seed) {
        this.stack = stack;
        this.pollers = pollers;
        this.random = new Random(seed);
    }

    int kills() {
        return pollerKills + brokerKills;
    }

    /** One deed, chosen by lot. */
    void act() throws InterruptedException {
        int lot = random.nextInt(100);
        if (lot < 45) {
            kill(anyPoller());
        } else if (lot < 65) {
            killAtAStrike();
        } else if (lot < 80) {
            killBroker();
        } else if (lot < 92) {
            freeze(anyPoller());
        } else {
            stack.proxy().cutAll();
            cuts++;
        }
    }

    /** Waits until everything that was broken is mended again. */
    void awaitMended() throws Exception {
        stack.proxy().disarmAll();
        while (broken.get() > 0 && !fault.isDone()) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        if (fault.isDone()) {
            fault.get();
        }
        pollers.forEach(ChaosPoller::alive);
    }

    private void kill(ChaosPoller poller) {
        if (poller.kill()) {
            pollerKills++;
            mend(random.nextInt(3_000), poller::start);
        }
    }

    private void killAtAStrike() throws InterruptedException {
        FaultAction action = FaultAction.values()[random.nextInt(FaultAction.values().length)];
        Strike strike = stack.proxy()
                .arm(FaultRule.at(TARGETS[random.nextInt(TARGETS.length)], action)
                        .nth(1 + random.nextInt(5))
                        .delayedBy(Duration.ofMillis(random.nextInt(3_000))));
        try {
            strike.hit().get(2, TimeUnit.SECONDS);
            strikes++;
            kill(anyPoller());
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
        int node = 1 + random.nextInt(stack.kafka().nodes());
        stack.kafka().killNode(node);
        mend(random.nextInt(4_000), () -> {
            stack.kafka().startNode(node);
            brokerDown = false;
        });
    }

    private void freeze(ChaosPoller poller) {
        poller.freeze();
        freezes++;
        mend(500 + random.nextInt(13_000), poller::wake);
    }

    private ChaosPoller anyPoller() {
        return pollers.get(random.nextInt(pollers.size()));
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
