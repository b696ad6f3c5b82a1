package dev.sluice.local.view;

import dev.sluice.local.sends.AnswerCount;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that shows: what was read ten times a second, the picture twice. It also starts a service again that has ended,
 * so that killing one is something to try out.
 */
final class LiveLoop {
    private static final long TICK_MS = 100;
    private static final int TICKS_PER_PICTURE = 5;

    private final LiveView view;
    private final LiveReader reader;
    private final List<ServiceChild> services;
    private final Optional<SimulatedBots> bots;
    private final long startedNanos = System.nanoTime();
    private final CountDownLatch stop = new CountDownLatch(1);
    private @Nullable Thread thread;

    /** @param services the poller first */
    LiveLoop(LiveView view, LiveReader reader, List<ServiceChild> services, Optional<SimulatedBots> bots) {
        this.view = view;
        this.reader = reader;
        this.services = services;
        this.bots = bots;
    }

    /**
     * Shows, on a thread of its own.
     *
     * @param runFor after which {@code ended} completes; empty for never
     * @param ended also completes, exceptionally, when showing fails
     */
    void start(Optional<Duration> runFor, CompletableFuture<Void> ended) {
        Thread started = new Thread(() -> run(runFor, ended), "local-view");
        started.setDaemon(true);
        started.start();
        thread = started;
    }

    private void run(Optional<Duration> runFor, CompletableFuture<Void> ended) {
        try {
            for (int tick = 0; !stop.await(TICK_MS, TimeUnit.MILLISECONDS); tick++) {
                view.tick();
                if (tick % TICKS_PER_PICTURE == 0) {
                    revive();
                    view.draw(running(), services.get(0));
                }
                if (runFor.isPresent() && running().compareTo(runFor.get()) >= 0) {
                    ended.complete(null);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            ended.completeExceptionally(e);
        }
    }

    private void revive() {
        for (ServiceChild service : services) {
            if (!service.isAlive()) {
                view.show(Notice.ended(Instant.now(), "sluice " + service.name()));
                service.restart();
            }
        }
    }

    /** Stops the sources, shows on until everything has arrived or {@code patience} is over, and counts. */
    Summary finish(Duration patience) {
        long giveUp = System.nanoTime() + patience.toNanos();
        stop.countDown();
        join();
        long generated = bots.map(SimulatedBots::stopTraffic).orElse(0L);
        while (System.nanoTime() < giveUp && !(view.stored() >= generated && view.isAtEnd())) {
            pause();
            view.tick();
            revive();
            view.draw(running(), services.get(0));
        }
        reader.close();
        view.tick();
        view.draw(running(), services.get(0));
        return view.summary();
    }

    /** How often each update was answered; empty when nothing is sent or nobody keeps a ledger. */
    Optional<AnswerCount> answers() {
        return view.answers();
    }

    private Duration running() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    private void join() {
        Thread running = thread;
        if (running != null) {
            try {
                running.join(TimeUnit.SECONDS.toMillis(5));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(TICK_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
