package dev.sluice.local.view;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.StoredCheckpoint;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.model.Partitions;
import dev.sluice.model.Topics;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.lifecycle.StartFailure;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code sluice local} from start to summary. It starts the processes, then shows what they do on one thread until the time
 * is up or a signal comes; then the sources stop, what is under way gets {@value #DRAIN_SECONDS} s to arrive, and the
 * summary says what became of everything.
 */
final class LocalService implements Service {
    private static final int DRAIN_SECONDS = 15;

    /** Drain, then stopping three processes. */
    static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(DRAIN_SECONDS + 45);

    private final LocalPlan plan;
    private final StateDir dir;
    private final LocalStack stack;
    private final Function<Places, Display> displays;
    private final PrintStream progress;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private @Nullable Cluster cluster;
    private @Nullable Display display;
    private @Nullable LiveLoop loop;

    /**
     * @param displays makes the display once it is known where everything is
     * @param progress where to say what is being started
     */
    LocalService(
            LocalPlan plan,
            StateDir dir,
            Map<String, String> environment,
            Function<Places, Display> displays,
            PrintStream progress) {
        this.plan = plan;
        this.dir = dir;
        this.stack = new LocalStack(plan, dir, environment);
        this.displays = displays;
        this.progress = progress;
    }

    @Override
    public String name() {
        return "local";
    }

    @Override
    public void start() {
        ChildJvm.keepOnShutdown();
        if (plan.options().fresh()) {
            dir.clear();
        }
        progress.println(plan.cluster().isEmpty() ? "starting Kafka ..." : "looking at Kafka ...");
        stack.startKafka();
        Optional<SimulatedBots> bots = stack.startApi();
        Cluster opened = Cluster.of(stack.settings());
        cluster = opened;
        bots.ifPresent(simulated -> simulated.goOnFrom(StoredCheckpoint.ofAllBots(opened)));
        LiveReader reader = LiveReader.start(opened.admin(), opened.clients().reader(), opened.names());
        progress.println("starting the poller ...");
        IngestChild ingest = stack.startIngest();
        Display shown = displays.apply(stack.places());
        display = shown;
        LiveView view = new LiveView(reader, opened.names(), bots, model(opened, bots), shown);
        LiveLoop made = new LiveLoop(view, reader, ingest, bots);
        loop = made; // from the ready line on there is a summary, also when a signal comes right behind it
        shown.ready(stack.places());
        bots.ifPresent(simulated -> simulated.startTraffic(plan.options().ratePerSecond()));
        made.start(plan.options().runFor(), ended);
    }

    private LiveModel model(Cluster cluster, Optional<SimulatedBots> bots) {
        int shards = cluster.topics().partitionsOf(Topics.CHECKPOINTS).orElseThrow();
        LiveModel model = new LiveModel(bot -> Partitions.forBot(bot, shards));
        bots.map(SimulatedBots::ids).orElseGet(stack::realBots).forEach(model::know);
        return model;
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    @Override
    public boolean drain(Duration deadline) {
        Summary summary = loop == null ? null : loop.finish(Duration.ofSeconds(DRAIN_SECONDS));
        if (display != null) {
            display.close();
        }
        stack.close();
        if (cluster != null) {
            cluster.close();
        }
        dir.close();
        if (display != null && summary != null) {
            display.summary(summary);
            refuseUnlessClean(summary);
        }
        return true;
    }

    private void refuseUnlessClean(Summary summary) {
        if (!summary.clean()) {
            throw new StartFailure(
                    ExitCode.CHECK_FAILED,
                    "local",
                    summary.lost() + " lost, " + summary.duplicated() + " duplicated, " + summary.partial()
                            + " partial; the logs are in " + dir.logs());
        }
    }
}
