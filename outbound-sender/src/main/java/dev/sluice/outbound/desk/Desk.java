package dev.sluice.outbound.desk;

import dev.sluice.model.Names;
import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.Board.Part;
import dev.sluice.outbound.desk.board.OpenReview;
import dev.sluice.outbound.desk.feed.CommandWriter;
import dev.sluice.outbound.desk.feed.DeskFeed;
import dev.sluice.outbound.desk.feed.DeskTopics;
import dev.sluice.outbound.desk.feed.ReviewReader;
import dev.sluice.outbound.desk.web.CommandStore;
import dev.sluice.outbound.desk.web.DeskPort;
import dev.sluice.outbound.desk.web.UnavailableException;
import dev.sluice.outbound.desk.web.WholeReviews;
import dev.sluice.runtime.http.HttpAddress;
import dev.sluice.runtime.kafka.KafkaClients;
import dev.sluice.runtime.lifecycle.StartFailure;
import dev.sluice.runtime.settings.CommonSettings;
import dev.sluice.runtime.settings.Settings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * The desk, put together: its port from the making on, its feed from {@link #start} on. What goes wrong in it after that is shown
 * and logged, and ends or stops nothing else in the process.
 */
public final class Desk implements AutoCloseable, CommandStore, WholeReviews {
    private final KafkaClients clients;
    private final DeskTopics topics;
    private final String clientId;
    private final int outcomesKept;
    private final Clock clock;
    private final Board board;
    private final DeskMetrics metrics;
    private final DeskPort port;
    private volatile @Nullable Running running;

    /** What speaks to Kafka. */
    private record Running(DeskFeed feed, ReviewReader reviews, CommandWriter commands) {}

    /**
     * Binds the port.
     *
     * @param instance and {@code version}: for the page to show
     * @throws StartFailure when a setting is refused, or the port is taken
     */
    public Desk(
            Settings settings,
            KafkaClients clients,
            MeterRegistry registry,
            String instance,
            String version,
            Clock clock) {
        this.clients = clients;
        this.topics = DeskTopics.of(new Names(settings.get(CommonSettings.TOPICS_PREFIX)));
        this.clientId = "sluice-desk"
                + settings.find(CommonSettings.INSTANCE_ID).map(id -> "-" + id).orElse("");
        this.outcomesKept = settings.get(DeskSettings.OUTCOMES);
        this.clock = clock;
        this.board = new Board(outcomesKept);
        this.metrics = new DeskMetrics(registry);
        DeskPort.Access access = new DeskPort.Access(
                new HttpAddress(
                        DeskSettings.BIND.key(),
                        settings.get(DeskSettings.BIND),
                        DeskSettings.PORT.key(),
                        settings.get(DeskSettings.PORT)),
                settings.get(DeskSettings.HOSTS),
                DeskToken.of(settings),
                version,
                instance);
        this.port = new DeskPort(access, board, this, this, metrics, clock);
        metrics.now(() -> board.counts().total(), port::streams);
    }

    /**
     * Begins to read, once the topics are there.
     *
     * @param admin stays the caller's
     */
    public void start(Admin admin) {
        DeskFeed feed = new DeskFeed(
                topics,
                () -> clients.reader(clientId + "-feed", DeskFeed.CONSUMER),
                admin,
                board,
                outcomesKept,
                clock,
                metrics::feedFailed);
        running = new Running(
                feed,
                new ReviewReader(topics, () -> clients.reader(clientId + "-read", ReviewReader.CONSUMER)),
                new CommandWriter(topics, clients.producer(clientId, Map.of())));
        feed.start();
    }

    /** The port that it listens on. */
    public int port() {
        return port.port();
    }

    /** Whether its thread lives. */
    public boolean isAlive() {
        Running now = running;
        return now != null && now.feed().isAlive();
    }

    /** Whether it can read, and has read all that stood there when it was started. */
    public boolean isReady() {
        Running now = running;
        return now != null && now.feed().isWell() && board.isComplete(Part.LANES) && board.isComplete(Part.REVIEWS);
    }

    /** How it stands, in a few words. */
    public String text() {
        Running now = running;
        return "port " + port() + ", "
                + (now == null ? "not connected yet" : now.feed().text());
    }

    @Override
    public void store(List<Entry> commands) {
        connected().commands().store(commands);
    }

    @Override
    public Optional<Stored> read(OpenReview review) {
        return connected().reviews().read(review);
    }

    private Running connected() {
        Running now = running;
        if (now == null) {
            throw new UnavailableException("the desk is not connected to Kafka yet; wants the same again in a moment");
        }
        return now;
    }

    @Override
    public void close() {
        port.close();
        Running last = running;
        if (last != null) {
            last.feed().close();
            last.reviews().close();
            last.commands().close();
        }
    }
}
