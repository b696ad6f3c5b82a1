package dev.sluice.local.view;

import dev.sluice.cli.Cluster;
import dev.sluice.cli.StoredCheckpoint;
import dev.sluice.local.echo.EchoService;
import dev.sluice.local.process.ChildJvm;
import dev.sluice.local.sends.AnswerCount;
import dev.sluice.local.sends.Sends;
import dev.sluice.model.Partitions;
import dev.sluice.model.Topics;
import dev.sluice.outbound.OutboundSettings;
import dev.sluice.runtime.lifecycle.ExitCode;
import dev.sluice.runtime.lifecycle.Service;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.Settings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
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

    /** Drain, then stopping four processes. */
    static final Duration SHUTDOWN_TIMEOUT = Duration.ofSeconds(DRAIN_SECONDS + 60);

    private final LocalPlan plan;
    private final StateDir dir;
    private final LocalStack stack;
    private final Function<Places, Display> displays;
    private final PrintStream progress;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private @Nullable Cluster cluster;
    private @Nullable EchoService echo;
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
        if (plan.echo()) {
            echo = EchoService.start(opened.clients(), opened.names());
        }
        progress.println(plan.echo() ? "starting the poller and the sender ..." : "starting the poller ...");
        List<ServiceChild> services = stack.startServices();
        Display shown = displays.apply(stack.places());
        display = shown;
        LiveModel model = model(opened, bots);
        Optional<SendsView> sends =
                plan.echo() ? Optional.of(new SendsView(sends(), bots, model, shown)) : Optional.empty();
        LiveView view = new LiveView(reader, opened.names(), bots, model, shown, sends);
        LiveLoop made = new LiveLoop(view, reader, services, bots);
        loop = made; // from the ready line on there is a summary, also when a signal comes right behind it
        shown.ready(stack.places());
        bots.ifPresent(simulated -> {
            simulated.floodAfter(plan.floodAfter());
            simulated.startTraffic(plan.options().ratePerSecond());
        });
        made.start(plan.options().runFor(), ended);
    }

    private LiveModel model(Cluster cluster, Optional<SimulatedBots> bots) {
        int shards = cluster.topics().partitionsOf(Topics.CHECKPOINTS).orElseThrow();
        LiveModel model = new LiveModel(bot -> Partitions.forBot(bot, shards));
        bots.map(SimulatedBots::ids).orElseGet(stack::realBots).forEach(model::know);
        return model;
    }

    private Sends sends() {
        Settings settings = stack.settings();
        return new Sends(
                settings.get(OutboundSettings.BOT_LIMIT),
                settings.get(OutboundSettings.CHAT_LIMIT),
                settings.get(OutboundSettings.GROUP_LIMIT));
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
        if (echo != null) {
            echo.close();
        }
        stack.close();
        if (cluster != null) {
            cluster.close();
        }
        dir.close();
        if (loop != null && display != null && summary != null) {
            Optional<AnswerCount> answers = loop.answers();
            answers.ifPresent(display::answers);
            display.summary(summary);
            refuseUnlessClean(summary, answers.map(AnswerCount::twice).orElse(0L));
        }
        return true;
    }

    private void refuseUnlessClean(Summary summary, long answeredTwice) {
        if (answeredTwice > 0) {
            throw new StartFailure(
                    ExitCode.CHECK_FAILED,
                    "local",
                    answeredTwice + " updates answered twice; the logs are in " + dir.logs());
        }
        if (!summary.clean()) {
            throw new StartFailure(
                    ExitCode.CHECK_FAILED,
                    "local",
                    summary.lost() + " lost, " + summary.duplicated() + " duplicated, " + summary.partial()
                            + " partial; the logs are in " + dir.logs());
        }
    }
}
