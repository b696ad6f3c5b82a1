package dev.sluice.outbound.desk.web;

import dev.sluice.outbound.desk.board.Board;
import dev.sluice.outbound.desk.board.Changes;
import io.javalin.http.Context;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells every reader once a second what has changed. Each has a thread of its own while it listens. */
final class EventStreams implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventStreams.class);

    static final int MAX = 50;
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration QUIET = Duration.ofSeconds(15);

    private final Board board;
    private final Clock clock;
    private final Set<EventStream> open = ConcurrentHashMap.newKeySet();
    private final Semaphore free = new Semaphore(MAX);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "desk-events");
        thread.setDaemon(true);
        return thread;
    });

    EventStreams(Board board, Clock clock) {
        this.board = board;
        this.clock = clock;
        var unused =
                timer.scheduleWithFixedDelay(this::tell, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    int open() {
        return open.size();
    }

    /**
     * Serves one reader to its end.
     *
     * @param cut ends its connection
     */
    void serve(Context context, Runnable cut) throws IOException, InterruptedException {
        if (!free.tryAcquire()) {
            throw new Refused(503, "busy", "as many streams are open as this desk has; wants another one closed");
        }
        EventStream stream = new EventStream(cut);
        try {
            context.contentType("text/event-stream; charset=utf-8")
                    .header("Cache-Control", "no-store, no-transform")
                    .header("X-Accel-Buffering", "no") // a proxy shall pass on each event as it comes
                    .header("Connection", "close");
            // whoever connects, for the first time or again, has missed what was told before
            stream.offer(EventStream.event(
                    "reviews",
                    ApiJson.reviewsEvent(
                            board.counts(), List.of(), List.of(), true, board.isComplete(Board.Part.REVIEWS))));
            open.add(stream);
            stream.writeTo(context.res().getOutputStream(), QUIET);
        } catch (IOException e) {
            log.debug("a reader of the desk's events has gone", e);
        } finally {
            open.remove(stream);
            free.release();
        }
    }

    private void tell() {
        try {
            Changes changes = board.takeChanges();
            List<byte[]> events = open.isEmpty() ? List.of() : events(changes);
            open.forEach(stream -> events.forEach(stream::offer));
        } catch (RuntimeException e) {
            log.warn("the desk's readers were not told of a change", e);
        }
    }

    private List<byte[]> events(Changes changes) {
        List<byte[]> events = new ArrayList<>();
        if (!changes.lanes().isEmpty()) {
            events.add(EventStream.event("lanes", ApiJson.lanesEvent(changes, clock.instant())));
        }
        if (changes.ofReviews()) {
            events.add(EventStream.event(
                    "reviews",
                    ApiJson.reviewsEvent(
                            board.counts(),
                            changes.changed(),
                            changes.closed(),
                            changes.more(),
                            board.isComplete(Board.Part.REVIEWS))));
        }
        if (!changes.outcomes().isEmpty()) {
            events.add(EventStream.event("outcomes", ApiJson.outcomesEvent(changes.outcomes())));
        }
        return events;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        open.forEach(EventStream::close);
    }
}
