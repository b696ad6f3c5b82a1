package dev.sluice.local.circle;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.StoredCheckpoint;
import dev.sluice.local.botapi.SimulatorClient;
import dev.sluice.local.botapi.SimulatorStats;
import dev.sluice.local.echo.EchoService;
import dev.sluice.local.view.SimulatedBots;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Traffic at a simulated Bot API, the echo that answers it, and a line now and then that says how both go. It ends when the API
 * has gone or begun anew, since the traffic has gone with it: who started it starts it again.
 */
final class CircleService implements Service {
    private static final int LINE_EVERY_SECONDS = 10;
    private static final int LINES_PER_FLOOD = 6;

    private final Settings settings;
    private final SimulatorClient api;
    private final SimulatedBots bots;
    private final double rate;
    private final boolean floods;
    private final PrintStream out;
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(task -> new Thread(task, "circle-timer"));
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final Answered answered = new Answered();
    private boolean running;
    private long lastRequests;
    private int lines;

    /**
     * @param control URL of the API's control port
     * @param bots the first so many get updates
     * @param floods whether the API answers the first bot with a 429 once a minute
     */
    CircleService(Settings settings, String control, int bots, double rate, boolean floods, PrintStream out) {
        this.settings = settings;
        this.api = new SimulatorClient(control);
        this.bots = new SimulatedBots(api, SimulatedBots.ids(bots));
        this.rate = rate;
        this.floods = floods;
        this.out = out;
    }

    @Override
    public String name() {
        return "circle";
    }

    @Override
    public void start() {
        Cluster cluster = Cluster.of(settings);
        opened.push(cluster);
        if (api.stats().generated() == 0) { // a fresh one; the topics may know the bots from an earlier one
            bots.goOnFrom(StoredCheckpoint.ofAllBots(cluster));
        }
        opened.push(EchoService.start(cluster.clients(), cluster.names()));
        bots.startTraffic(rate);
        running = true;
        out.println("ready");
        var unused = timer.scheduleWithFixedDelay(this::tick, LINE_EVERY_SECONDS, LINE_EVERY_SECONDS, TimeUnit.SECONDS);
    }

    private void tick() {
        try {
            SimulatorStats stats = api.stats();
            if (stats.requests() < lastRequests) {
                throw new IllegalStateException("it has begun anew");
            }
            lastRequests = stats.requests();
            bots.newCalls(answered::called);
            out.println("updates " + stats.generated() + ", of these fetched and stored " + stats.confirmed() + "; "
                    + answered.text());
            if (floods && ++lines % LINES_PER_FLOOD == 0) {
                bots.floodAfter(Duration.ZERO);
            }
        } catch (RuntimeException e) {
            timer.shutdown();
            ended.completeExceptionally(new StartFailure(
                    ExitCode.UNREACHABLE, "simulated Bot API", "is not what it was (" + e.getMessage() + ")", e));
        }
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public boolean drain(Duration deadline) {
        timer.shutdownNow();
        if (running && !ended.isDone()) {
            out.println("stopped after " + bots.stopTraffic() + " updates");
        }
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("cannot close", e);
            }
        }
        return true;
    }
}
